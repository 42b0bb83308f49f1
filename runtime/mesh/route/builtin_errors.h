// Errors that the runtime itself makes.
#pragma once

#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::route {

std::string_view BuiltinName(contract::BuiltinError error);
/// `actor`: empty where it arose in the route table.
Error MakeError(contract::BuiltinError error, std::string message, std::string_view actor = {});
/// What an actor has given breaks its contract.
Error MakeViolation(const contract::Actor& actor, std::string message);

}  // namespace mesh::route
