// Errors on the wire: `{"name", "message", "actor", "detail"}`, the detail by its type in the table.
#pragma once

#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"

namespace mesh {

struct JsonNode;
class JsonWriter;

/// The error of that name, or kNone.
contract::Index ErrorNamed(const contract::RouteTable& table, std::string_view name);
/// The type of the detail of errors of that name, or kNone.
contract::Index DetailType(const contract::RouteTable& table, std::string_view name);

/// `actor` and `detail` are null where there is none; `by_raise` stands only where it is true.
void WriteError(JsonWriter& out, const contract::RouteTable& table, const Error& error,
                Sensitive sensitive = Sensitive::kShown);
/// The detail of an error that the table does not know stays json.
std::variant<Error, SchemaError> ErrorFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                               const JsonNode& json);

}  // namespace mesh
