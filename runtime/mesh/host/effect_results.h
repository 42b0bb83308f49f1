// Results of effects as bytes: JSON by name with the contract that they were made for, so that they outlive
// the process and the version.
#pragma once

#include <string>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/route/router.h"
#include "mesh/value/value.h"

namespace mesh::host {

/// `results` fit the actor's.
std::string WriteResults(const route::Router& router, const contract::Actor& actor, const ValueList& results);
/// By name, former ones too: what other versions kept is read as well. An error if it does not fit.
std::variant<ValueList, Error> ReadResults(const route::Router& router, const contract::Actor& actor,
                                           const std::string& bytes);

}  // namespace mesh::host
