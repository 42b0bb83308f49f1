#include "mesh/envelope/payload_json.h"

#include "mesh/value/constraints.h"
#include "mesh/value/json_tree.h"
#include "mesh/value/json_writer.h"

namespace mesh {

using contract::Field;
using contract::Index;
using contract::TypeKind;

Index FlowNamed(const contract::RouteTable& table, std::string_view name) {
  for (Index flow = 0; flow < table.flows.size; ++flow) {
    if (table.flows[flow].name == name) return flow;
  }
  return contract::kNone;
}

contract::Array<Field> FieldsOf(const contract::RouteTable& table, Index flow) {
  return Slice(table.fields, table.envelopes[table.flows[flow].envelope].fields);
}

void WriteField(JsonWriter& out, const contract::Pool& pool, const Field& field, const Value& value,
                Sensitive sensitive) {
  if (field.sensitive && sensitive == Sensitive::kHidden) return out.Text(kRedacted);
  WriteValue(out, pool, field.type, value, sensitive);
}

void WritePayload(JsonWriter& out, const contract::RouteTable& table, Index flow, const ValueList& slots,
                  const ValueMap& unknown, Sensitive sensitive) {
  const auto fields = FieldsOf(table, flow);
  out.BeginObject();
  for (Index slot = 0; slot < fields.size && slot < slots.size(); ++slot) {
    if (slots[slot].kind() == ValueKind::kAbsent) continue;
    WriteField(out.Name(fields[slot].name), table.pool, fields[slot], slots[slot], sensitive);
  }
  WriteMembers(out, unknown);
  out.EndObject();
}

std::string PayloadToJson(const contract::RouteTable& table, Index flow, const ValueList& slots,
                          const ValueMap& unknown, Sensitive sensitive) {
  JsonWriter out;
  WritePayload(out, table, flow, slots, unknown, sensitive);
  return out.Take();
}

std::variant<Payload, SchemaError> PayloadFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                                   Index flow, const JsonNode& json) {
  if (!json.is(JsonNode::Kind::kObject)) return SchemaError{"", "a payload is an object"};
  const auto fields = FieldsOf(table, flow);
  Payload payload;
  payload.slots.resize(fields.size);
  std::vector<bool> known(json.children.size());
  for (Index slot = 0; slot < fields.size; ++slot) {
    const JsonNode* found = json.Find(fields[slot].name);
    const std::string_view former =
        schemas.FormerField(static_cast<Index>(&fields[slot] - table.fields.data));
    if (found == nullptr && !former.empty()) found = json.Find(former);
    if (found == nullptr) continue;
    known[static_cast<std::size_t>(found - json.children.data())] = true;
    auto decoded = FromJson(schemas, fields[slot].type, *found);
    if (auto* error = std::get_if<SchemaError>(&decoded)) {
      if (fields[slot].sensitive) *error = RedactedError();
      PrefixPath(*error, fields[slot].name);
      return std::move(*error);
    }
    Value& value = std::get<Value>(decoded);
    const bool left_out = schemas.type(fields[slot].type).kind == TypeKind::kOptional && !value.present();
    if (!left_out) payload.slots[slot] = std::move(value);
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i]) continue;
    const JsonNode& member = json.children[i];
    const Value& value =
        payload.unknown.emplace_hint(payload.unknown.end(), member.name, UnknownFromJson(member))->second;
    if (value.kind() != ValueKind::kTooDeep) continue;
    SchemaError error{"", TooDeepText()};
    PrefixPath(error, member.name);
    return error;
  }
  return payload;
}

}  // namespace mesh
