// Values to JSON text and back, by type. The one place that knows how a type looks on the wire.
//
// Functions that take a `contract::Pool` compile its patterns for the one call; whoever checks
// more than one value keeps a `Schemas`.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh {

class Schemas;

/// A value that breaks its type. `path` is a JSON Pointer from where decoding began.
struct SchemaError {
  std::string path;
  std::string message;
};

/// JSON nests at most so deep; deeper texts are rejected before they are read.
inline constexpr int kMaxJsonDepth = 512;

/// Reads a text. The error's path is empty.
std::variant<nlohmann::json, SchemaError> ParseJson(std::string_view text);

/// Decodes by type; constraints are checked, defaults of missing record members injected,
/// unknown members kept. `json` comes from ParseJson, or is not deeper than it allows.
std::variant<Value, SchemaError> FromJson(const contract::Pool& pool, contract::Index type,
                                          const nlohmann::json& json);
std::variant<Value, SchemaError> FromJson(const Schemas& schemas, contract::Index type,
                                          const nlohmann::json& json);
/// Members in schema order, unknown ones last and sorted; absent members are left out.
/// The value conforms to the type. Two equal values give the same JSON.
nlohmann::ordered_json ToJson(const contract::Pool& pool, contract::Index type, const Value& value);

/// A value of type `json`.
Value AnyFromJson(const nlohmann::json& json);
/// Of a value whose type is not at hand a record is the list of its members, a union that of
/// tag number and value.
nlohmann::ordered_json AnyToJson(const Value& value);
/// A typed value as one of type `json`.
Value ToAny(const contract::Pool& pool, contract::Index type, const Value& value);

/// Checks a value against its type with constraints; null if it conforms.
std::variant<std::monostate, SchemaError> Conform(const contract::Pool& pool, contract::Index type,
                                                  const Value& value);
std::variant<std::monostate, SchemaError> Conform(const Schemas& schemas, contract::Index type,
                                                  const Value& value);

/// The constant as a value.
Value FromConstant(const contract::Pool& pool, contract::Index constant);

/// The zero of a type, moved to the nearest value that its constraints allow (language, section 9).
Value ZeroOf(const contract::Pool& pool, contract::Index type);

/// The shortest text that reads back as the same float; it always shows that it is one: `1.0`.
std::string PrintFloat(double value);
/// RFC 3339 with as many fraction digits as are needed, in UTC.
std::string PrintTimestamp(Timestamp value);
/// `1.5s`
std::string PrintDuration(Duration value);
/// RFC 3339 with any offset and at most nine fraction digits; false outside the years 1677 to 2262.
bool ParseTimestamp(std::string_view text, Timestamp& value);
bool ParseDuration(std::string_view text, Duration& value);

}  // namespace mesh
