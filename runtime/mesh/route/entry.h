// The payload with which an envelope enters a flow.
#pragma once

#include <optional>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// Fills in defaults and empty logs and checks the payload of `envelope` against the schema of
/// `flow`; what was wrong is a contract_violation.
std::optional<Error> PrepareEntry(const Router& router, contract::Index flow, Envelope& envelope);

/// What keeps an envelope that was given from outside, its fields checked, from entering `flow`: a field
/// that must be given is not, or the payload is too large. A contract_violation.
std::optional<Error> FindEntryObstacle(const Router& router, contract::Index flow, const Envelope& envelope);

}  // namespace mesh::route
