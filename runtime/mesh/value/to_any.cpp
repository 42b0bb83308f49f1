// Typed values as values of type `json`: what they would be once written and read again.
#include "mesh/contract/enumerator.h"
#include "mesh/value/base64.h"
#include "mesh/value/json.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;

Value RecordToAny(const contract::Pool& pool, const Type& type, const Value& value) {
  const auto members = Slice(pool.members, type.members);
  ValueMap entries = value.unknown_members();
  for (Index i = 0; i < members.size; ++i) {
    const Value& member = value.members()[i];
    const bool optional = pool.types[members[i].type].kind == TypeKind::kOptional;
    if (member.kind() == ValueKind::kAbsent || (optional && !member.present())) continue;
    entries.insert_or_assign(std::string(members[i].name), ToAny(pool, members[i].type, member));
  }
  return Value::Map(std::move(entries));
}

Value UnionToAny(const contract::Pool& pool, const Type& type, const Value& value) {
  const contract::Member& tag = Slice(pool.members, type.members)[value.tag()];
  return Value::Map({{std::string(tag.name), ToAny(pool, tag.type, value.tagged())}});
}

}  // namespace

Value ToAny(const contract::Pool& pool, Index index, const Value& value) {
  if (!value.present()) return Value::Null();
  if (value.kind() == ValueKind::kTooDeep) return value;
  const Type& type = pool.types[index];
  switch (type.kind) {
    case TypeKind::kOptional: return ToAny(pool, type.element, value);
    case TypeKind::kRecord: return RecordToAny(pool, type, value);
    case TypeKind::kUnion: return UnionToAny(pool, type, value);
    case TypeKind::kList: {
      ValueList list;
      for (const Value& element : value.list()) list.push_back(ToAny(pool, type.element, element));
      return Value::List(std::move(list));
    }
    case TypeKind::kMap: {
      ValueMap map;
      for (const auto& [key, child] : value.map()) map.emplace(key, ToAny(pool, type.element, child));
      return Value::Map(std::move(map));
    }
    case TypeKind::kBytes: return Value::String(EncodeBase64(value.text()));
    case TypeKind::kTimestamp: return Value::String(PrintTimestamp(value.timestamp()));
    case TypeKind::kDuration: return Value::String(PrintDuration(value.duration()));
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kString:
    case TypeKind::kJson:
    case TypeKind::kEnum: return value;
  }
  contract::NoSuchEnumerator();
}

}  // namespace mesh
