// Typed values as JSON text: what generated ToJson and FromJson stand on.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/value/json.h"
#include "mesh/value/value.h"

namespace mesh::actor {

/// One line. The value conforms to its type.
std::string PrintJson(const contract::Pool& pool, contract::Index type, const Value& value);

/// The value that the text holds, or where and how it breaks its type. An empty path: it is no JSON.
std::variant<Value, SchemaError> ReadJson(const contract::Pool& pool, contract::Index type,
                                          std::string_view text);

}  // namespace mesh::actor
