// Results of effects as bytes: JSON by name, so that they outlive the process.
#pragma once

#include <string>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/route/router.h"
#include "mesh/value/value.h"

namespace mesh::host {

/// `results` fit the actor's.
std::string WriteResults(const route::Router& router, const contract::Actor& actor, const ValueList& results);
/// An error if they do not fit the actor's any more.
std::variant<ValueList, Error> ReadResults(const route::Router& router, const contract::Actor& actor,
                                           const std::string& bytes);

}  // namespace mesh::host
