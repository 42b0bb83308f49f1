#include "mesh/envelope/error_json.h"

#include "mesh/envelope/object_reader.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json_tree.h"
#include "mesh/value/json_writer.h"

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

void WriteError(JsonWriter& out, const contract::RouteTable& table, const Error& error, Sensitive sensitive) {
  out.BeginObject();
  out.Name("name").Text(error.name);
  out.Name("message").Text(error.message);
  out.Name("actor").TextOrNull(error.actor);
  out.Name("detail");
  const Index type = DetailType(table, error.name);
  if (type == contract::kNone)
    WriteAny(out, error.detail);
  else
    WriteValue(out, table.pool, type, error.detail, sensitive);
  if (error.by_raise) out.Name("by_raise").Bool(true);
  out.EndObject();
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
