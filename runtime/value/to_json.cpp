// Values to JSON, by type.
#include <nlohmann/json.hpp>

#include "mesh/value/base64.h"
#include "mesh/value/json.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;
using nlohmann::ordered_json;

/// 0.0 and -0.0 are equal, so they are written alike.
ordered_json FloatToJson(double value) { return value == 0 ? 0.0 : value; }

ordered_json RecordToJson(const contract::Pool& pool, const Type& type, const Value& value) {
  const auto members = Slice(pool.members, type.members);
  ordered_json object = ordered_json::object();
  for (Index i = 0; i < members.size; ++i) {
    const Value& member = value.members()[i];
    const bool optional = pool.types[members[i].type].kind == TypeKind::kOptional;
    if (member.kind() == ValueKind::kAbsent || (optional && !member.present())) continue;
    object[std::string(members[i].name)] = ToJson(pool, members[i].type, member);
  }
  for (const auto& [name, member] : value.unknown_members()) object[name] = AnyToJson(member);
  return object;
}

ordered_json UnionToJson(const contract::Pool& pool, const Type& type, const Value& value) {
  const contract::Member& tag = Slice(pool.members, type.members)[value.tag()];
  ordered_json object = ordered_json::object();
  object[std::string(tag.name)] = ToJson(pool, tag.type, value.tagged());
  return object;
}

}  // namespace

ordered_json ToJson(const contract::Pool& pool, Index index, const Value& value) {
  if (!value.present()) return nullptr;
  const Type& type = pool.types[index];
  switch (type.kind) {
    case TypeKind::kOptional: return ToJson(pool, type.element, value);
    case TypeKind::kRecord: return RecordToJson(pool, type, value);
    case TypeKind::kUnion: return UnionToJson(pool, type, value);
    case TypeKind::kList: {
      ordered_json array = ordered_json::array();
      for (const Value& element : value.list()) array.push_back(ToJson(pool, type.element, element));
      return array;
    }
    case TypeKind::kMap: {
      ordered_json object = ordered_json::object();
      for (const auto& [key, child] : value.map()) object[key] = ToJson(pool, type.element, child);
      return object;
    }
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
    case ValueKind::kNull: return nullptr;
    case ValueKind::kBool: return value.boolean();
    case ValueKind::kInt: return value.integer();
    case ValueKind::kFloat: return FloatToJson(value.number());
    case ValueKind::kString: return std::string(value.text());
    case ValueKind::kBytes: return EncodeBase64(value.text());
    case ValueKind::kTimestamp: return PrintTimestamp(value.timestamp());
    case ValueKind::kDuration: return PrintDuration(value.duration());
    case ValueKind::kList:
    case ValueKind::kRecord: {
      ordered_json array = ordered_json::array();
      const ValueList& list = value.kind() == ValueKind::kList ? value.list() : value.members();
      for (const Value& element : list) array.push_back(AnyToJson(element));
      return array;
    }
    case ValueKind::kMap: {
      ordered_json object = ordered_json::object();
      for (const auto& [key, child] : value.map()) object[key] = AnyToJson(child);
      return object;
    }
    case ValueKind::kUnion: return ordered_json::array({value.tag(), AnyToJson(value.tagged())});
  }
  return nullptr;
}

Value ToAny(const contract::Pool& pool, Index type, const Value& value) {
  return AnyFromJson(nlohmann::json(ToJson(pool, type, value)));
}

std::string PrintFloat(double value) { return FloatToJson(value).dump(); }

}  // namespace mesh
