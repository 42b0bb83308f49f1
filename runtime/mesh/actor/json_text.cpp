#include "mesh/actor/json_text.h"

#include "mesh/value/json_tree.h"

namespace mesh::actor {

std::string PrintJson(const contract::Pool& pool, contract::Index type, const Value& value) {
  return ToJson(pool, type, value);
}

std::variant<Value, SchemaError> ReadJson(const contract::Pool& pool, contract::Index type,
                                          std::string_view text) {
  const auto parsed = JsonTree::Read(text);
  if (const auto* error = std::get_if<SchemaError>(&parsed)) return *error;
  return FromJson(pool, type, std::get<JsonTree>(parsed).root());
}

}  // namespace mesh::actor
