#include "compiler/sema/expressions/fit.h"

#include <algorithm>

#include "compiler/sema/expressions/pattern.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using types::Constant;
using types::Constraint;
using types::Type;
using types::TypeId;
using types::TypeKind;
using types::TypeStore;

template <typename T>
bool Overlap(const std::optional<T>& a_min, const std::optional<T>& a_max, const std::optional<T>& b_min,
             const std::optional<T>& b_max) {
  return !(a_max && b_min && *a_max < *b_min) && !(b_max && a_min && *b_max < *a_min);
}

bool Overlap(const Constraint& a, const Constraint& b) {
  return Overlap(a.min, a.max, b.min, b.max) && Overlap(a.float_min, a.float_max, b.float_min, b.float_max);
}

/// Elements are not converted: a list of ints is no list of floats.
Fit FitElement(const TypeStore& types, TypeId from, TypeId to) {
  const Fit fit = FitOf(types, from, to);
  return fit == Fit::kToFloat ? Fit::kNo : fit;
}

Fit FitSameKind(const TypeStore& types, const Type& from, const Type& to) {
  switch (to.kind) {
    case TypeKind::kInvalid:
    case TypeKind::kNull:
    case TypeKind::kBool:
    case TypeKind::kBytes:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration:
    case TypeKind::kJson:
    case TypeKind::kOptional: return Fit::kYes;
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kString: return Overlap(from.constraint, to.constraint) ? Fit::kYes : Fit::kDisjoint;
    case TypeKind::kList: {
      const Fit element = FitElement(types, from.element, to.element);
      return element == Fit::kYes && !Overlap(from.constraint, to.constraint) ? Fit::kDisjoint : element;
    }
    case TypeKind::kMap: return FitElement(types, from.element, to.element);
    case TypeKind::kRecord:
    case TypeKind::kEnum:
    case TypeKind::kUnion: return from.decl == to.decl ? Fit::kYes : Fit::kNo;
  }
  NoSuchEnumerator();
}

template <typename T>
bool Within(const std::optional<T>& min, const std::optional<T>& max, T value) {
  return !(min && value < *min) && !(max && value > *max);
}

std::int64_t CodePoints(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

}  // namespace

Fit FitOf(const TypeStore& types, TypeId from, TypeId to) {
  if (from == to || from == types.invalid() || to == types.invalid()) return Fit::kYes;
  const TypeKind source = types[from].kind;
  const TypeKind target = types[to].kind;
  if (source == TypeKind::kNull) {
    return target == TypeKind::kOptional || target == TypeKind::kJson ? Fit::kYes : Fit::kNo;
  }
  if (target == TypeKind::kOptional) return FitOf(types, types.Present(from), types[to].element);
  if (source == TypeKind::kInt && target == TypeKind::kFloat) return Fit::kToFloat;
  return source == target ? FitSameKind(types, types[from], types[to]) : Fit::kNo;
}

std::optional<TypeId> Unify(TypeStore& types, TypeId a, TypeId b) {
  if (a == b || b == types.invalid()) return a;
  if (a == types.invalid()) return b;
  if (a == types.null() || b == types.null()) return types.Optional(a == types.null() ? b : a);
  if (types.IsOptional(a) || types.IsOptional(b)) {
    const auto present = Unify(types, types.Present(a), types.Present(b));
    return present ? std::optional(types.Optional(*present)) : std::nullopt;
  }
  const Fit there = FitOf(types, a, b);
  const Fit back = FitOf(types, b, a);
  if (there == Fit::kToFloat || back == Fit::kToFloat) return types.Basic(TypeKind::kFloat);
  if (there != Fit::kNo) return types.Unconstrained(b);
  if (back != Fit::kNo) return types.Unconstrained(a);
  return std::nullopt;
}

bool WithinBounds(const Type& type, const Constant& value) {
  const Constraint& bounds = type.constraint;
  switch (value.kind) {
    case types::ConstantKind::kInt:
      return type.kind == TypeKind::kFloat
                 ? Within(bounds.float_min, bounds.float_max, static_cast<double>(value.integer))
                 : Within(bounds.min, bounds.max, value.integer);
    case types::ConstantKind::kFloat: return Within(bounds.float_min, bounds.float_max, value.number);
    case types::ConstantKind::kString:
      return Within(bounds.min, bounds.max, CodePoints(value.text)) &&
             (bounds.pattern.empty() || MatchesWhole(value.text, bounds.pattern));
    case types::ConstantKind::kList:
      return Within(bounds.min, bounds.max, static_cast<std::int64_t>(value.children.size()));
    case types::ConstantKind::kNull:
    case types::ConstantKind::kBool:
    case types::ConstantKind::kBytes:
    case types::ConstantKind::kTimestamp:
    case types::ConstantKind::kDuration:
    case types::ConstantKind::kMap:
    case types::ConstantKind::kRecord:
    case types::ConstantKind::kUnion: return true;
  }
  NoSuchEnumerator();
}

}  // namespace meshc::sema
