// Constants as values.
#include "mesh/contract/enumerator.h"
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
    case ConstantKind::kTimestamp: return Value::Time({constant.integer, constant.nanoseconds});
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
  contract::NoSuchEnumerator();
}

}  // namespace mesh
