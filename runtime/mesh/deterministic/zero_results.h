// What an actor returns that has neither a handler nor a stub: the zeros of its results.
#pragma once

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"

namespace mesh::deterministic {

/// A result that has no zero makes it a contract_violation of the actor.
actor::Outcome ZeroResults(const contract::RouteTable& table, const contract::Actor& actor);

/// The zero of `result` is too large for any payload.
Error NoZero(const contract::Actor& actor, const contract::Member& result);

}  // namespace mesh::deterministic
