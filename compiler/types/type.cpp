#include "compiler/types/type.h"

#include <functional>

namespace meshc::types {
namespace {

template <typename T>
void Mix(std::size_t& hash, const T& value) {
  hash ^= std::hash<T>{}(value) + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
}

std::size_t Hash(const Type& type) {
  std::size_t hash = static_cast<std::size_t>(type.kind);
  Mix(hash, type.element.index);
  Mix(hash, type.decl);
  Mix(hash, type.constraint.min);
  Mix(hash, type.constraint.max);
  Mix(hash, type.constraint.float_min);
  Mix(hash, type.constraint.float_max);
  Mix(hash, type.constraint.pattern);
  return hash;
}

}  // namespace

TypeStore::TypeStore() {
  // Kinds without parts get the ids of their place in TypeKind: Basic() needs no search.
  for (auto kind = TypeKind::kInvalid; kind <= TypeKind::kJson;
       kind = static_cast<TypeKind>(static_cast<std::uint8_t>(kind) + 1)) {
    Intern({.kind = kind, .element = {}, .decl = 0, .constraint = {}});
  }
}

TypeId TypeStore::Intern(const Type& type) {
  const std::size_t hash = Hash(type);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (types_[it->second] == type) return {it->second};
  }
  const std::uint32_t index = size();
  types_.push_back(type);
  by_hash_.emplace(hash, index);
  return {index};
}

TypeId TypeStore::Basic(TypeKind kind) const { return {static_cast<std::uint32_t>(kind)}; }

TypeId TypeStore::List(TypeId element, Constraint length) {
  return Intern({.kind = TypeKind::kList, .element = element, .decl = 0, .constraint = std::move(length)});
}

TypeId TypeStore::Map(TypeId element) {
  return Intern({.kind = TypeKind::kMap, .element = element, .decl = 0, .constraint = {}});
}

TypeId TypeStore::Optional(TypeId element) {
  if (IsOptional(element) || element == invalid() || element == null()) return element;
  return Intern({.kind = TypeKind::kOptional, .element = element, .decl = 0, .constraint = {}});
}

TypeId TypeStore::Record(RecordId id) {
  return Intern({.kind = TypeKind::kRecord, .element = {}, .decl = id.index, .constraint = {}});
}

TypeId TypeStore::Enum(EnumId id) {
  return Intern({.kind = TypeKind::kEnum, .element = {}, .decl = id.index, .constraint = {}});
}

TypeId TypeStore::Union(UnionId id) {
  return Intern({.kind = TypeKind::kUnion, .element = {}, .decl = id.index, .constraint = {}});
}

TypeId TypeStore::Unconstrained(TypeId id) {
  if (types_[id.index].constraint.empty()) return id;
  Type type = types_[id.index];
  type.constraint = {};
  return Intern(type);
}

TypeId TypeStore::Present(TypeId id) const { return IsOptional(id) ? types_[id.index].element : id; }

}  // namespace meshc::types
