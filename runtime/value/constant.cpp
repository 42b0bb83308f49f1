// Values that come with the types: constants and zeros.
#include <algorithm>

#include "mesh/value/json.h"

namespace mesh {
namespace {

using contract::Constant;
using contract::ConstantKind;
using contract::Index;
using contract::Type;
using contract::TypeKind;

Value RecordFromConstant(const contract::Pool& pool, const Constant& constant) {
  const auto children = Slice(pool.constant_children, constant.children);
  const auto members = Slice(pool.members, pool.types[constant.type].members);
  ValueList list(children.size);
  for (Index i = 0; i < children.size; ++i) {
    list[i] = FromConstant(pool, children[i]);
    const bool optional = pool.types[members[i].type].kind == TypeKind::kOptional;
    if (optional && !list[i].present()) list[i] = Value();
  }
  return Value::Record(std::move(list));
}

Value MapFromConstant(const contract::Pool& pool, contract::Array<Index> children) {
  ValueMap map;
  for (Index i = 0; i + 1 < children.size; i += 2) {
    map.emplace(pool.constants[children[i]].text, FromConstant(pool, children[i + 1]));
  }
  return Value::Map(std::move(map));
}

template <typename Number>
Number NearestToZero(bool has_min, Number min, bool has_max, Number max) {
  if (has_min && min > 0) return min;
  return has_max && max < 0 ? max : Number{0};
}

std::size_t LeastLength(const Type& type) {
  return type.has_min ? static_cast<std::size_t>(std::max<std::int64_t>(type.min, 0)) : 0;
}

Value ZeroRecord(const contract::Pool& pool, const Type& type) {
  ValueList list;
  for (const contract::Member& member : Slice(pool.members, type.members)) {
    const bool has_default = member.default_value != contract::kNone;
    list.push_back(has_default ? FromConstant(pool, member.default_value) : ZeroOf(pool, member.type));
  }
  return Value::Record(std::move(list));
}

}  // namespace

Value FromConstant(const contract::Pool& pool, Index index) {
  const Constant& constant = pool.constants[index];
  const auto children = Slice(pool.constant_children, constant.children);
  switch (constant.kind) {
    case ConstantKind::kNull: return Value::Null();
    case ConstantKind::kBool: return Value::Bool(constant.boolean);
    case ConstantKind::kInt: return Value::Int(constant.integer);
    case ConstantKind::kFloat: return Value::Float(constant.number);
    case ConstantKind::kString: return Value::String(std::string(constant.text));
    case ConstantKind::kBytes: return Value::Bytes(std::string(constant.text));
    case ConstantKind::kTimestamp: return Value::Time({constant.integer});
    case ConstantKind::kDuration: return Value::Span({constant.integer});
    case ConstantKind::kList: {
      ValueList list;
      for (const Index child : children) list.push_back(FromConstant(pool, child));
      return Value::List(std::move(list));
    }
    case ConstantKind::kMap: return MapFromConstant(pool, children);
    case ConstantKind::kRecord: return RecordFromConstant(pool, constant);
    case ConstantKind::kUnion:
      return Value::Union(static_cast<std::uint32_t>(constant.integer), FromConstant(pool, children[0]));
  }
  return {};
}

Value ZeroOf(const contract::Pool& pool, Index index) {
  const Type& type = pool.types[index];
  switch (type.kind) {
    case TypeKind::kBool: return Value::Bool(false);
    case TypeKind::kInt: return Value::Int(NearestToZero(type.has_min, type.min, type.has_max, type.max));
    case TypeKind::kFloat:
      return Value::Float(NearestToZero(type.has_min, type.float_min, type.has_max, type.float_max));
    case TypeKind::kString: return Value::String(std::string(LeastLength(type), ' '));
    case TypeKind::kBytes: return Value::Bytes(std::string(LeastLength(type), '\0'));
    case TypeKind::kTimestamp: return Value::Time({});
    case TypeKind::kDuration: return Value::Span({});
    case TypeKind::kJson:
    case TypeKind::kMap: return Value::Map({});
    case TypeKind::kList:
      return Value::List(
          ValueList(LeastLength(type), LeastLength(type) == 0 ? Value() : ZeroOf(pool, type.element)));
    case TypeKind::kOptional: return {};
    case TypeKind::kRecord: return ZeroRecord(pool, type);
    case TypeKind::kEnum: return Value::String(std::string(Slice(pool.strings, type.values)[0]));
    case TypeKind::kUnion: return Value::Union(0, ZeroOf(pool, Slice(pool.members, type.members)[0].type));
  }
  return {};
}

}  // namespace mesh
