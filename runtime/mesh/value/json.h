// Values to JSON text and back, by type. The one place that knows how a type looks on the wire.
//
// Functions that take a `contract::Pool` compile its patterns for the one call; whoever checks
// more than one value keeps a `Schemas`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/route_table.h"
#include "mesh/value/json_tree.h"
#include "mesh/value/value.h"

namespace mesh {

class JsonWriter;
class Schemas;

/// A value that breaks its type. `path` is a JSON Pointer from where decoding began.
struct SchemaError {
  std::string path;
  std::string message;
};

/// JSON nests at most so deep; deeper texts are rejected before they are read. Around the deepest
/// value there is room for an envelope.
inline constexpr int kMaxJsonDepth = kMaxDepth + 16;

/// Reads a text. The error's path is empty. Numbers that nlohmann::json would alter are nodes of
/// their own: see json_number.h.
std::variant<nlohmann::json, SchemaError> ParseJson(std::string_view text);
/// The text of such a tree on one line; bytes that are not UTF-8 become replacement characters.
std::string WriteJson(const nlohmann::ordered_json& json);
std::string WriteJson(const nlohmann::json& json);

/// Decodes by type; constraints are checked, defaults of missing record members injected,
/// unknown members kept to the digit.
std::variant<Value, SchemaError> FromJson(const contract::Pool& pool, contract::Index type,
                                          const JsonNode& json);
std::variant<Value, SchemaError> FromJson(const Schemas& schemas, contract::Index type, const JsonNode& json);
/// `json` comes from ParseJson, or is not deeper than it allows.
std::variant<Value, SchemaError> FromJson(const Schemas& schemas, contract::Index type,
                                          const nlohmann::json& json);
/// What people read where a value is `@sensitive`.
inline constexpr std::string_view kRedacted = "(redacted)";
/// kHidden: for people, with kRedacted in their place; it does not read back.
enum class Sensitive : std::uint8_t { kShown, kHidden };

/// Members in schema order, unknown ones last and sorted; absent members are left out.
/// The value conforms to the type. Two equal values give the same JSON, on one line.
std::string ToJson(const contract::Pool& pool, contract::Index type, const Value& value,
                   Sensitive sensitive = Sensitive::kShown);
/// The same as a part of a larger text.
void WriteValue(JsonWriter& out, const contract::Pool& pool, contract::Index type, const Value& value,
                Sensitive sensitive = Sensitive::kShown);

/// A value of type `json`: an int where it is written as one and fits, else a float where that
/// loses nothing, else an exact number. kTooDeep where it nests too deep.
Value AnyFromJson(const JsonNode& json);
/// The same of what no schema knows: numbers keep their digits.
Value UnknownFromJson(const JsonNode& json);
/// Of a value whose type is not at hand a record is the list of its members, a union that of
/// tag number and value.
std::string AnyToJson(const Value& value);
void WriteAny(JsonWriter& out, const Value& value);
/// Members of an object that is being written.
void WriteMembers(JsonWriter& out, const ValueMap& members);
/// A typed value as one of type `json`.
Value ToAny(const contract::Pool& pool, contract::Index type, const Value& value);

/// Checks a value against its type with constraints; null if it conforms.
std::variant<std::monostate, SchemaError> Conform(const Schemas& schemas, contract::Index type,
                                                  const Value& value);

/// The constant as a value.
Value FromConstant(const contract::Pool& pool, contract::Index constant);

/// The shortest text that reads back as the same float; it always shows that it is one: `1.0`.
std::string PrintFloat(double value);

}  // namespace mesh
