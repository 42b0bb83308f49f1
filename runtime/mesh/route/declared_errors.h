// Holds what a handler raises against what its actor declares.
#pragma once

#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// True for declared errors, their descendants, and what every actor or its host may raise.
bool MayRaise(const Router& router, const contract::Actor& actor, contract::Index error);

/// The error as it goes on from the call: its actor filled in and, where all members have a default,
/// its detail; or the contract_violation that it is to raise this one.
Error CheckRaised(const Router& router, const contract::Actor& actor, Error error);

/// The name of an error as the mesh declares it; of any other one that of the contract_violation that it is.
std::string_view DeclaredName(const Router& router, std::string_view error);

}  // namespace mesh::route
