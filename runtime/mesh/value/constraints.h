// Constraints of one level of a type: bounds, lengths, patterns, enum values.
#pragma once

#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"
#include "mesh/value/value.h"

namespace mesh {

/// What `value`, whose kind is right for `type`, breaks; empty: nothing. Children are not looked at.
std::string BrokenConstraint(const Schemas& schemas, contract::Index type, const Value& value);

/// `an int`, `a list`: as messages name a kind of type.
std::string_view KindName(contract::TypeKind kind);

/// What may be said of a `@sensitive` value that breaks its type: neither its parts nor their places.
SchemaError RedactedError();

/// What is wrong with a value of kind kTooDeep.
std::string TooDeepText();

/// Moves an error one level out: `step` comes before its path.
void PrefixPath(SchemaError& error, std::string_view step);

}  // namespace mesh
