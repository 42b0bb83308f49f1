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

}  // namespace mesh::route
