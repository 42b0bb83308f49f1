// Values to JSON, by type.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/value/base64.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;
using nlohmann::ordered_json;

/// 0.0 and -0.0 are equal, so they are written alike.
ordered_json FloatToJson(double value) { return value == 0 ? 0.0 : value; }

ordered_json MemberToJson(const contract::Pool& pool, const contract::Member& member, const Value& value,
                          Sensitive sensitive) {
  if (member.sensitive && sensitive == Sensitive::kHidden) return kRedacted;
  return ToJson(pool, member.type, value, sensitive);
}

ordered_json RecordToJson(const contract::Pool& pool, const Type& type, const Value& value,
                          Sensitive sensitive) {
  const auto members = Slice(pool.members, type.members);
  ordered_json object = ordered_json::object();
  for (Index i = 0; i < members.size; ++i) {
    const Value& member = value.members()[i];
    const bool optional = pool.types[members[i].type].kind == TypeKind::kOptional;
    if (member.kind() == ValueKind::kAbsent || (optional && !member.present())) continue;
    AppendMember(object, members[i].name, MemberToJson(pool, members[i], member, sensitive));
  }
  for (const auto& [name, member] : value.unknown_members()) AppendMember(object, name, AnyToJson(member));
  return object;
}

ordered_json UnionToJson(const contract::Pool& pool, const Type& type, const Value& value,
                         Sensitive sensitive) {
  const contract::Member& tag = Slice(pool.members, type.members)[value.tag()];
  ordered_json object = ordered_json::object();
  AppendMember(object, tag.name, MemberToJson(pool, tag, value.tagged(), sensitive));
  return object;
}

ordered_json MapToJson(const ValueMap& map, const auto& convert) {
  ordered_json object = ordered_json::object();
  for (const auto& [key, child] : map) AppendMember(object, key, convert(child));
  return object;
}

ordered_json ListToJson(const ValueList& list, const auto& convert) {
  ordered_json array = ordered_json::array();
  for (const Value& element : list) array.push_back(convert(element));
  return array;
}

template <typename Json>
void Write(const Json& node, std::string& text) {
  if (const auto digits = ExactDigits(node)) {
    text += *digits;
  } else if (!node.is_structured()) {
    text += node.dump(-1, ' ', false, Json::error_handler_t::replace);
  } else {
    const bool is_object = node.is_object();
    std::string_view separator = "";
    text += is_object ? '{' : '[';
    for (auto child = node.begin(); child != node.end(); ++child) {
      text += std::exchange(separator, ",");
      if (is_object) {
        Write(Json(child.key()), text);
        text += ':';
      }
      Write(*child, text);
    }
    text += is_object ? '}' : ']';
  }
}

}  // namespace

void AppendMember(ordered_json& object, std::string_view name, ordered_json value) {
  // The library's own way looks through all members that there are.
  ordered_json::object_t::Container& members = object.get_ref<ordered_json::object_t&>();
  members.emplace_back(std::string(name), std::move(value));
}

std::string WriteJson(const ordered_json& json) {
  std::string text;
  Write(json, text);
  return text;
}

std::string WriteJson(const nlohmann::json& json) {
  std::string text;
  Write(json, text);
  return text;
}

ordered_json ToJson(const contract::Pool& pool, Index index, const Value& value, Sensitive sensitive) {
  if (!value.present() || value.kind() == ValueKind::kTooDeep) return nullptr;
  const Type& type = pool.types[index];
  const auto element = [&](const Value& child) { return ToJson(pool, type.element, child, sensitive); };
  switch (type.kind) {
    case TypeKind::kOptional: return ToJson(pool, type.element, value, sensitive);
    case TypeKind::kRecord: return RecordToJson(pool, type, value, sensitive);
    case TypeKind::kUnion: return UnionToJson(pool, type, value, sensitive);
    case TypeKind::kList: return ListToJson(value.list(), element);
    case TypeKind::kMap: return MapToJson(value.map(), element);
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kString:
    case TypeKind::kBytes:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration:
    case TypeKind::kJson:
    case TypeKind::kEnum: return AnyToJson(value);
  }
  return nullptr;
}

ordered_json AnyToJson(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kTooDeep: return nullptr;
    case ValueKind::kBool: return value.boolean();
    case ValueKind::kInt: return value.integer();
    case ValueKind::kFloat: return FloatToJson(value.number());
    case ValueKind::kExactNumber: return MakeExactNumber(value.text());
    case ValueKind::kString: return std::string(value.text());
    case ValueKind::kBytes: return EncodeBase64(value.text());
    case ValueKind::kTimestamp: return PrintTimestamp(value.timestamp());
    case ValueKind::kDuration: return PrintDuration(value.duration());
    case ValueKind::kList: return ListToJson(value.list(), AnyToJson);
    case ValueKind::kRecord: return ListToJson(value.members(), AnyToJson);
    case ValueKind::kMap: return MapToJson(value.map(), AnyToJson);
    case ValueKind::kUnion: return ordered_json::array({value.tag(), AnyToJson(value.tagged())});
  }
  return nullptr;
}

std::string PrintFloat(double value) { return FloatToJson(value).dump(); }

}  // namespace mesh
