#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/fit.h"

namespace meshc::sema {

using llvm::dyn_cast;
using syntax::BinaryExpression;
using syntax::Expression;
using syntax::ExpressionKind;
using syntax::LiteralExpression;
using syntax::LiteralKind;
using types::TypeKind;

namespace {

bool IsNull(const Expression& e) {
  const auto* literal = dyn_cast<LiteralExpression>(&e);
  return literal != nullptr && literal->literal == LiteralKind::kNull;
}

bool IsLiteral(const Expression& e) {
  return e.kind == ExpressionKind::kLiteral || e.kind == ExpressionKind::kList ||
         e.kind == ExpressionKind::kRecord;
}

}  // namespace

/// True if the expression means nothing by itself: a bare enum value, `[]`, `{ ... }`.
bool ExpressionChecker::NeedsHint(const Expression& e) const {
  if (e.kind == ExpressionKind::kList || e.kind == ExpressionKind::kRecord) return true;
  const auto* name = dyn_cast<syntax::NameExpression>(&e);
  return name != nullptr && !IsValueName(name->name.text);
}

/// Both operands, each with the other's type as a hint.
std::pair<TypeId, TypeId> ExpressionChecker::CheckPair(const BinaryExpression& e, Known left) {
  if (!left && NeedsHint(*e.left) && !NeedsHint(*e.right)) {
    const TypeId right_type = CheckValue(*e.right);
    return {CheckValue(*e.left, right_type), right_type};
  }
  const TypeId left_type = left ? Strip(*e.left, *left) : CheckValue(*e.left);
  return {left_type, CheckValue(*e.right, left_type)};
}

/// `x == null` asks whether the path `x` leads to a value; what is no path must be able to be null.
bool ExpressionChecker::CheckNull(const Expression& null, const Expression& other, Known known) {
  Check(null);
  const TypeId type = known ? *known : Check(other);
  const bool is_path = IsPath(other) && context_.FactsOf(other).reference != ReferenceKind::kEnumValue;
  if (is_path || FitOf(types(), types().null(), type) == Fit::kYes) return true;
  context_.diagnostics.Report(diag::TypeMismatch, null.range, ShowType(type), TypeText{"null"})
      .AddHelp("`null` fits only `T?` and `json`; `has(...)` tells whether a field is present");
  return false;
}

bool ExpressionChecker::Comparable(const Expression& left, TypeId left_type, const Expression& right,
                                   TypeId right_type) {
  const bool left_json = KindOf(left_type) == TypeKind::kJson;
  const bool right_json = KindOf(right_type) == TypeKind::kJson;
  // A literal is json as well as anything else.
  if ((left_json && IsLiteral(right)) || (right_json && IsLiteral(left))) return true;
  const Fit there = FitOf(types(), left_type, right_type);
  const Fit back = FitOf(types(), right_type, left_type);
  if (there == Fit::kToFloat) ToFloat(left, left_type);
  if (back == Fit::kToFloat) ToFloat(right, right_type);
  return there != Fit::kNo || back != Fit::kNo;
}

TypeId ExpressionChecker::CheckEquality(const BinaryExpression& e, Known left) {
  const TypeId result = Set(e, types().Basic(TypeKind::kBool));
  if (IsNull(*e.right)) {
    CheckNull(*e.right, *e.left, left);
    return result;
  }
  if (!left && IsNull(*e.left)) {
    CheckNull(*e.left, *e.right, std::nullopt);
    return result;
  }
  const auto [left_type, right_type] = CheckPair(e, left);
  if (!Comparable(*e.left, left_type, *e.right, right_type)) return BadOperands(e, left_type, right_type);
  return Set(e, result);
}

TypeId ExpressionChecker::CheckOrder(const BinaryExpression& e, Known left) {
  const TypeId result = types().Basic(TypeKind::kBool);
  const TypeId left_type = left ? Strip(*e.left, *left) : CheckValue(*e.left);
  const TypeId right_type = CheckValue(*e.right);
  const TypeKind a = KindOf(left_type);
  const TypeKind b = KindOf(right_type);
  if (a == TypeKind::kInvalid || b == TypeKind::kInvalid) return Set(e, result);
  const bool a_float = a == TypeKind::kFloat && b == TypeKind::kInt;
  const bool b_float = b == TypeKind::kFloat && a == TypeKind::kInt;
  if (a_float) ToFloat(*e.right, right_type);
  if (b_float) ToFloat(*e.left, left_type);
  const bool ordered = a == TypeKind::kInt || a == TypeKind::kFloat || a == TypeKind::kString ||
                       a == TypeKind::kTimestamp || a == TypeKind::kDuration;
  if (!(a_float || b_float || (a == b && ordered))) return BadOperands(e, left_type, right_type);
  return Set(e, result);
}

/// What the elements of a literal are expected to be beside `in`. An int may stand among floats.
TypeId ExpressionChecker::ListHint(const syntax::ListExpression& list, TypeId left) {
  const TypeKind kind = KindOf(left);
  if (kind == TypeKind::kInvalid) return left;
  if (kind == TypeKind::kInt && !list.elements.empty()) return {};
  return types().List(types().Unconstrained(left));
}

/// The left side is converted to the type of the elements, never the elements of a list.
bool ExpressionChecker::IsElement(const Expression& left, TypeId left_type, const Expression& list,
                                  TypeId element) {
  const bool widens = KindOf(left_type) == TypeKind::kFloat && KindOf(element) == TypeKind::kInt;
  return !widens && Comparable(left, left_type, list, element);
}

TypeId ExpressionChecker::CheckIn(const BinaryExpression& e, Known left) {
  const TypeId result = types().Basic(TypeKind::kBool);
  TypeId left_type;
  TypeId container;
  if (e.right->kind == ExpressionKind::kList) {
    left_type = left ? Strip(*e.left, *left) : CheckValue(*e.left);
    container = Check(*e.right, ListHint(llvm::cast<syntax::ListExpression>(*e.right), left_type));
  } else {
    container = CheckValue(*e.right);
    const types::Type type = types()[container];
    const TypeId hint = type.kind == TypeKind::kList ? types().Present(type.element) : TypeId{};
    left_type = left ? Strip(*e.left, *left)
                     : CheckValue(*e.left, type.kind == TypeKind::kInvalid ? container : hint);
  }
  const types::Type type = types()[container];
  if (type.kind == TypeKind::kInvalid || KindOf(left_type) == TypeKind::kInvalid) return Set(e, result);
  const bool fits = (type.kind == TypeKind::kMap && KindOf(left_type) == TypeKind::kString) ||
                    (type.kind == TypeKind::kList &&
                     IsElement(*e.left, left_type, *e.right, types().Present(type.element)));
  if (!fits) return BadOperands(e, left_type, container);
  return Set(e, result);
}

}  // namespace meshc::sema
