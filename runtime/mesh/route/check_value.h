// Does a value that somebody made fit its type, and a payload?
#pragma once

#include <optional>

#include "mesh/contract/route_table.h"
#include "mesh/route/router.h"
#include "mesh/value/json.h"

namespace mesh::route {

/// What is wrong with `value`; nothing: it conforms to `type`. What is heavier than a payload may be
/// is not looked into: little memory may hold a value that takes forever to walk.
std::optional<SchemaError> CheckValue(const Router& router, contract::Index type, const Value& value);

}  // namespace mesh::route
