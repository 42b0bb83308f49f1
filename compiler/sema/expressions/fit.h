// Which types fit which, and literals against bounds. Pure functions.
#pragma once

#include <optional>

#include "compiler/types/constant.h"
#include "compiler/types/type.h"

namespace meshc::sema {

/// What arithmetic works on, and what an int may become.
inline bool IsNumber(types::TypeKind kind) {
  return kind == types::TypeKind::kInt || kind == types::TypeKind::kFloat;
}

enum class Fit : std::uint8_t {
  kYes,
  kToFloat,   ///< After turning the int into a float.
  kDisjoint,  ///< But for their ranges, which share no value.
  kNo,
};

/// Whether a value of type `from` may stand where `to` is needed. `T?` does not fit `T` here.
Fit FitOf(const types::TypeStore& types, types::TypeId from, types::TypeId to);

/// The type that holds both, without constraints; none if there is none. Ints join floats.
std::optional<types::TypeId> Unify(types::TypeStore& types, types::TypeId a, types::TypeId b);

/// Whether a constant of the type's kind keeps the type's bounds; elements are not looked at.
bool WithinBounds(const types::Type& type, const types::Constant& value);

}  // namespace meshc::sema
