// Payload types, interned: two equal types have one id, so equality is a comparison of ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/support/id.h"

namespace meshc::types {

using TypeId = Id<struct TypeTag>;
using RecordId = Id<struct RecordTag>;
using EnumId = Id<struct EnumTag>;
using UnionId = Id<struct UnionTag>;

enum class TypeKind : std::uint8_t {
  kInvalid,  ///< Already reported; fits everything, so that one mistake gives one error.
  kNull,     ///< The literal `null`, and nothing else.
  kBool,
  kInt,
  kFloat,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kJson,
  kList,
  kMap,
  kOptional,
  kRecord,
  kEnum,
  kUnion,
};

/// Inclusive bounds; which of them mean something depends on the kind.
/// int: `min`/`max` are values; string and list: lengths; float: `float_min`/`float_max`.
struct Constraint {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::optional<double> float_min;
  std::optional<double> float_max;
  std::string pattern;  ///< RE2, must match the whole string; empty: none.

  bool empty() const { return !min && !max && !float_min && !float_max && pattern.empty(); }
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

struct Type {
  TypeKind kind = TypeKind::kInvalid;
  TypeId element;          ///< List, map, optional.
  std::uint32_t decl = 0;  ///< Index of the record, enum or union.
  Constraint constraint;

  RecordId record() const { return {decl}; }
  EnumId enumeration() const { return {decl}; }
  UnionId union_type() const { return {decl}; }
  friend bool operator==(const Type&, const Type&) = default;
};

/// Interns types. Copyable value; ids are valid in every copy made after they were handed out.
class TypeStore {
 public:
  TypeStore();
  TypeId Intern(const Type& type);
  const Type& operator[](TypeId id) const { return types_[id.index]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(types_.size()); }

  TypeId invalid() const { return {0}; }
  TypeId null() const { return {1}; }
  /// The unconstrained type of a kind without parts (bool .. json).
  TypeId Basic(TypeKind kind) const;
  TypeId List(TypeId element, Constraint length = {});
  TypeId Map(TypeId element);
  /// Optional of optional is optional.
  TypeId Optional(TypeId element);
  TypeId Record(RecordId id);
  TypeId Enum(EnumId id);
  TypeId Union(UnionId id);

  /// The type without its constraint; lists keep their element's.
  TypeId Unconstrained(TypeId id);
  /// `T` of `T?`, else the type itself.
  TypeId Present(TypeId id) const;
  bool IsOptional(TypeId id) const { return types_[id.index].kind == TypeKind::kOptional; }

 private:
  std::vector<Type> types_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

}  // namespace meshc::types
