// The key under which the result of an `effect idempotent` call is kept.
#pragma once

#include <string>
#include <variant>

#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// For the call that `envelope` waits at: envelope, call and hop; with `by PATH` root envelope and
/// value; with `shared` the value alone. Empty: its actor has no such effect. An error if the path leads
/// nowhere.
std::variant<std::string, Error> EffectKey(const Router& router, const Envelope& envelope,
                                           const Arguments& arguments);

/// The same for any call of `actor`, whose effect goes by a path; empty if it does not.
std::variant<std::string, Error> PathKey(const Router& router, const Envelope& envelope,
                                         contract::Index actor, const Arguments& arguments);

}  // namespace mesh::route
