// What a writer may write: a type of its pool, or one value of it.
#pragma once

#include <string_view>
#include <utility>

#include "mesh/contract/route_table.h"

namespace mesh::compatibility {

/// `pool` outlives it.
struct Shape {
  const contract::Pool* pool = nullptr;
  contract::Type type;
  contract::Index index = contract::kNone;  ///< Of `type` in the pool; kNone: it was made up.
  std::string_view only = {};               ///< The one text that it is, if `has_only`; its type is a string.
  bool has_only = false;
  bool may_be_absent = false;  ///< Said by who made it; the type is that of a value that is there.

  static Shape Of(const contract::Pool& pool, contract::Index index) {
    return {.pool = &pool, .type = pool.types[index], .index = index};
  }
  /// A list's, map's or optional's.
  Shape Element() const { return Of(*pool, type.element); }
};

/// The type behind `?`.
inline const contract::Type& Present(const contract::Pool& pool, contract::Index type) {
  const contract::Type& given = pool.types[type];
  return given.kind == contract::TypeKind::kOptional ? pool.types[given.element] : given;
}
inline contract::Index PresentIndex(const contract::Pool& pool, contract::Index type) {
  return pool.types[type].kind == contract::TypeKind::kOptional ? pool.types[type].element : type;
}

/// Values of both are strings in JSON.
inline bool IsText(contract::TypeKind kind) {
  return kind == contract::TypeKind::kString || kind == contract::TypeKind::kEnum;
}

}  // namespace mesh::compatibility
