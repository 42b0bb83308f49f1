#include "mesh/value/zero.h"

#include <algorithm>
#include <string>
#include <utility>

#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"

namespace mesh {

using contract::Index;
using contract::Type;
using contract::TypeKind;

namespace {

template <typename Number>
Number NearestToZero(bool has_min, Number min, bool has_max, Number max) {
  if (has_min && min > 0) return min;
  return has_max && max < 0 ? max : Number{0};
}

}  // namespace

std::optional<Value> Zeros::Of(Index type) {
  if (const auto known = zeros_.find(type); known != zeros_.end()) return known->second;
  // A type that needs itself has no value at all.
  if (depth_ == kMaxDepth) return std::nullopt;
  ++depth_;
  std::optional<Value> zero = Make(pool_.types[type]);
  --depth_;
  if (zero) zeros_.emplace(type, *zero);
  return zero;
}

std::optional<Value> Zeros::Make(const Type& type) {
  const std::int64_t length = type.has_min ? std::max<std::int64_t>(type.min, 0) : 0;
  switch (type.kind) {
    case TypeKind::kBool: return Value::Bool(false);
    case TypeKind::kInt: return Value::Int(NearestToZero(type.has_min, type.min, type.has_max, type.max));
    case TypeKind::kFloat:
      return Value::Float(NearestToZero(type.has_min, type.float_min, type.has_max, type.float_max));
    case TypeKind::kString: return Filled(length, ' ', Value::String);
    case TypeKind::kBytes: return Filled(length, '\0', Value::Bytes);
    case TypeKind::kTimestamp: return Value::Time({});
    case TypeKind::kDuration: return Value::Span({});
    case TypeKind::kJson:
    case TypeKind::kMap: return Value::Map({});
    case TypeKind::kList: return List(type, length);
    case TypeKind::kOptional: return Value();
    case TypeKind::kRecord: return Record(type);
    case TypeKind::kEnum: return Value::String(std::string(Slice(pool_.strings, type.values)[0]));
    case TypeKind::kUnion: return Union(type);
  }
  contract::NoSuchEnumerator();
}

bool Zeros::Take(std::int64_t length) {
  if (length > room_) return false;
  room_ -= length;
  return true;
}

std::optional<Value> Zeros::Filled(std::int64_t length, char fill, Value (*make)(std::string)) {
  if (!Take(length)) return std::nullopt;
  return make(std::string(static_cast<std::size_t>(length), fill));
}

std::optional<Value> Zeros::List(const Type& type, std::int64_t length) {
  if (length == 0) return Value::List({});
  if (!Take(length)) return std::nullopt;
  const std::optional<Value> element = Of(type.element);
  if (!element) return std::nullopt;
  return Value::List(ValueList(static_cast<std::size_t>(length), *element));
}

std::optional<Value> Zeros::Record(const Type& type) {
  ValueList list;
  for (const contract::Member& member : Slice(pool_.members, type.members)) {
    const bool has_default = member.default_value != contract::kNone;
    std::optional<Value> zero = has_default ? FromConstant(pool_, member.default_value) : Of(member.type);
    if (!zero) return std::nullopt;
    list.push_back(std::move(*zero));
  }
  return Value::Record(std::move(list));
}

std::optional<Value> Zeros::Union(const Type& type) {
  std::optional<Value> zero = Of(Slice(pool_.members, type.members)[0].type);
  if (!zero) return std::nullopt;
  return Value::Union(0, std::move(*zero));
}

std::optional<Value> ZeroOf(const contract::Pool& pool, Index type) { return Zeros(pool).Of(type); }

}  // namespace mesh
