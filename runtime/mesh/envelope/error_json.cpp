#include "mesh/envelope/error_json.h"

#include <nlohmann/json.hpp>

#include "mesh/envelope/object_reader.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json_tree.h"

namespace mesh {

using contract::Index;

Index ErrorNamed(const contract::RouteTable& table, std::string_view name) {
  for (Index error = 0; error < table.errors.size; ++error) {
    if (table.errors[error].name == name) return error;
  }
  return contract::kNone;
}

Index DetailType(const contract::RouteTable& table, std::string_view name) {
  const Index error = ErrorNamed(table, name);
  return error == contract::kNone ? contract::kNone : table.errors[error].detail_type;
}

nlohmann::ordered_json ErrorToJson(const contract::RouteTable& table, const Error& error,
                                   Sensitive sensitive) {
  const Index type = DetailType(table, error.name);
  nlohmann::ordered_json object;
  object["name"] = error.name;
  object["message"] = error.message;
  object["actor"] = error.actor.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(error.actor);
  object["detail"] =
      type == contract::kNone ? AnyToJson(error.detail) : ToJson(table.pool, type, error.detail, sensitive);
  if (error.by_raise) object["by_raise"] = true;
  return object;
}

std::variant<Error, SchemaError> ErrorFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                               const JsonNode& json) {
  SchemaError wrong;
  ObjectReader reader(json, wrong);
  Error error;
  reader.NeedText("name", error.name);
  reader.Text("message", error.message);
  reader.Text("actor", error.actor);
  reader.Flag("by_raise", error.by_raise);
  const JsonNode* detail = reader.Find("detail");
  if (!reader.ok()) return wrong;
  if (detail == nullptr) return error;
  const Index type = DetailType(table, error.name);
  if (type == contract::kNone) {
    error.detail = AnyFromJson(*detail);
    if (error.detail.kind() == ValueKind::kTooDeep) return SchemaError{"/detail", TooDeepText()};
    return error;
  }
  auto decoded = FromJson(schemas, type, *detail);
  if (auto* broken = std::get_if<SchemaError>(&decoded)) {
    PrefixPath(*broken, "detail");
    return std::move(*broken);
  }
  error.detail = std::get<Value>(std::move(decoded));
  return error;
}

}  // namespace mesh
