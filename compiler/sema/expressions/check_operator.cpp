#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using syntax::BinaryExpression;
using syntax::BinaryOperator;
using syntax::Expression;
using types::TypeKind;

TypeId ExpressionChecker::CheckUnary(const syntax::UnaryExpression& e) {
  const TypeId operand = CheckValue(*e.operand);
  const TypeKind kind = KindOf(operand);
  const bool negate = e.op == syntax::UnaryOperator::kNegate;
  const bool fits = negate ? kind == TypeKind::kInt || kind == TypeKind::kFloat || kind == TypeKind::kDuration
                           : kind == TypeKind::kBool;
  if (fits) return Set(e, types().Basic(kind));
  if (kind == TypeKind::kInvalid) return Set(e, negate ? operand : types().Basic(TypeKind::kBool));
  auto report =
      context_.diagnostics.Report(diag::OperandType, e.range, Lexeme{negate ? "-" : "!"}, ShowType(operand));
  if (!negate) report.AddHelp("compare it with something, or ask `has(...)`: no value is true by itself");
  return Invalid(e);
}

/// Rows of left operands are walked without recursion: `a + b + c ...` may be long.
TypeId ExpressionChecker::CheckBinary(const BinaryExpression& e, TypeId hint) {
  llvm::SmallVector<const BinaryExpression*, 8> spine;
  for (const BinaryExpression* at = &e; at != nullptr; at = llvm::dyn_cast<BinaryExpression>(at->left)) {
    spine.push_back(at);
  }
  Known left;
  for (std::size_t i = spine.size(); i > 0; --i)
    left = CheckOperator(*spine[i - 1], left, i == 1 ? hint : TypeId{});
  return *left;
}

TypeId ExpressionChecker::CheckOperator(const BinaryExpression& e, Known left, TypeId hint) {
  switch (e.op) {
    case BinaryOperator::kMultiply:
    case BinaryOperator::kDivide:
    case BinaryOperator::kRemainder:
    case BinaryOperator::kAdd:
    case BinaryOperator::kSubtract: return CheckArithmetic(e, left);
    case BinaryOperator::kCoalesce: return CheckCoalesce(e, left, hint);
    case BinaryOperator::kLess:
    case BinaryOperator::kLessEqual:
    case BinaryOperator::kGreater:
    case BinaryOperator::kGreaterEqual: return CheckOrder(e, left);
    case BinaryOperator::kIn: return CheckIn(e, left);
    case BinaryOperator::kEqual:
    case BinaryOperator::kNotEqual: return CheckEquality(e, left);
    case BinaryOperator::kAnd:
    case BinaryOperator::kOr: return CheckLogic(e, left);
  }
  NoSuchEnumerator();
}

TypeId ExpressionChecker::BadOperands(const BinaryExpression& e, TypeId left, TypeId right) {
  const std::string op(context_.sources.Text(e.op_range));
  auto report =
      context_.diagnostics.Report(diag::OperandTypes, e.range, Lexeme{op}, ShowType(left), ShowType(right));
  if (KindOf(left) == TypeKind::kJson || KindOf(right) == TypeKind::kJson) {
    report.AddHelp(
        "json compares with `==`; for anything else convert it with `int()`, `float()` or `string()`");
  }
  return Invalid(e);
}

/// `"a" + total`: text is joined with text only.
TypeId ExpressionChecker::JoinWithOther(const BinaryExpression& e, TypeId left, TypeId right) {
  const Expression& other = KindOf(left) == TypeKind::kString ? *e.right : *e.left;
  const SourceRange range = other.range;
  context_.diagnostics.Report(diag::OperandTypes, e.range, Lexeme{"+"}, ShowType(left), ShowType(right))
      .AddFix(
          "`string()` makes text of it",
          {{{range.file, range.begin, range.begin}, "string("}, {{range.file, range.end, range.end}, ")"}},
          diagnostics::Applicability::kMachine);
  return Set(e, types().Basic(TypeKind::kString));
}

bool ExpressionChecker::CheckBool(const Expression& e, Known known, const BinaryExpression& around) {
  const TypeId type = Strip(e, known ? *known : Check(e));
  const TypeKind kind = KindOf(type);
  if (kind == TypeKind::kBool || kind == TypeKind::kInvalid) return true;
  auto report = context_.diagnostics.Report(diag::OperandType, e.range,
                                            Lexeme{std::string(context_.sources.Text(around.op_range))},
                                            ShowType(type));
  const bool fallback = around.op == BinaryOperator::kOr && &e == around.left && IsPath(e);
  report.AddHelp(fallback ? "`a ?? b` gives `b` where `a` is absent"
                          : "compare it with something, or ask `has(...)`: no value is true by itself");
  return false;
}

TypeId ExpressionChecker::CheckLogic(const BinaryExpression& e, Known left) {
  if (!CheckBool(*e.left, left, e)) {
    // The same mistake once more.
    Check(*e.right, types().invalid());
    return Invalid(e);
  }
  return CheckBool(*e.right, std::nullopt, e) ? Set(e, types().Basic(TypeKind::kBool)) : Invalid(e);
}

namespace {

/// The kind of `a op b`, apart from numbers; invalid if there is none.
TypeKind ResultOf(BinaryOperator op, TypeKind left, TypeKind right) {
  if (op == BinaryOperator::kAdd && left == TypeKind::kString && right == left) return left;
  if (op != BinaryOperator::kAdd && op != BinaryOperator::kSubtract) return TypeKind::kInvalid;
  const bool times = left == TypeKind::kDuration || left == TypeKind::kTimestamp;
  return times && right == TypeKind::kDuration ? left : TypeKind::kInvalid;
}

}  // namespace

TypeId ExpressionChecker::CheckArithmetic(const BinaryExpression& e, Known left) {
  const TypeId left_type = left ? Strip(*e.left, *left) : CheckValue(*e.left);
  const TypeId right_type = CheckValue(*e.right);
  const TypeKind a = KindOf(left_type);
  const TypeKind b = KindOf(right_type);
  if (a == TypeKind::kInvalid || b == TypeKind::kInvalid) return Invalid(e);
  if (IsNumber(a) && IsNumber(b)) {
    if (a == b) return Set(e, types().Basic(a));
    ToFloat(*e.left, left_type);
    ToFloat(*e.right, right_type);
    return Set(e, types().Basic(TypeKind::kFloat));
  }
  const bool text = a == TypeKind::kString ? HasText(b) : b == TypeKind::kString && HasText(a);
  if (e.op == BinaryOperator::kAdd && text && a != b) return JoinWithOther(e, left_type, right_type);
  const TypeKind result = ResultOf(e.op, a, b);
  return result == TypeKind::kInvalid ? BadOperands(e, left_type, right_type) : Set(e, types().Basic(result));
}

bool MayBeAbsent(const Expression& e) {
  if (const auto* choice = llvm::dyn_cast<syntax::ConditionalExpression>(&e)) {
    return MayBeAbsent(*choice->then_value) || MayBeAbsent(*choice->else_value);
  }
  if (const auto* binary = llvm::dyn_cast<BinaryExpression>(&e)) {
    return binary->op == BinaryOperator::kCoalesce && MayBeAbsent(*binary->right);
  }
  const auto* literal = llvm::dyn_cast<syntax::LiteralExpression>(&e);
  return IsPath(e) || (literal != nullptr && literal->literal == syntax::LiteralKind::kNull);
}

TypeId ExpressionChecker::CheckCoalesce(const BinaryExpression& e, Known left, TypeId hint) {
  const TypeId left_type = types().Present(left ? *left : Check(*e.left, hint));
  const TypeId right_type = CheckValue(*e.right, left_type);
  if (!MayBeAbsent(*e.left) && left_type != types().invalid()) {
    context_.diagnostics.Report(diag::NotAPath, e.left->range, Lexeme{"??"})
        .AddHelp("only a field, a member, an element, or a choice among such can be absent");
    return Invalid(e);
  }
  const auto type = Unify(types(), left_type, right_type);
  if (!type) return BadOperands(e, left_type, right_type);
  if (KindOf(*type) == TypeKind::kFloat) {
    ToFloat(*e.left, left_type);
    ToFloat(*e.right, right_type);
  }
  return Set(e, *type);
}

void ExpressionChecker::FitCoalesce(const BinaryExpression& e, TypeId target) {
  if (!MayBeAbsent(*e.left)) {
    CheckCoalesce(e, std::nullopt, target);
    return;
  }
  const TypeId present = types().Present(target);
  CheckFits(*e.left, IsPath(*e.left) ? present : types().Optional(present));
  CheckFits(*e.right, target);
  const TypeId right = context_.FactsOf(*e.right).type;
  const bool maybe = types().IsOptional(target) && (types().IsOptional(right) || right == types().null());
  Set(e, maybe ? target : types().Present(target));
}

TypeId ExpressionChecker::CheckConditional(const syntax::ConditionalExpression& e, TypeId hint) {
  CheckCondition(*e.condition);
  const auto check = [&](const Expression& value, TypeId expected) {
    const TypeId type = Check(value, expected);
    return IsPath(value) ? types().Present(type) : type;
  };
  const bool else_first = !hint.has_value() && NeedsHint(*e.then_value);
  TypeId then_type;
  TypeId else_type;
  if (else_first) {
    else_type = check(*e.else_value, hint);
    then_type = check(*e.then_value, else_type);
  } else {
    then_type = check(*e.then_value, hint);
    else_type = check(*e.else_value, hint.has_value() ? hint : then_type);
  }
  const auto type = Unify(types(), then_type, else_type);
  if (!type) {
    context_.diagnostics.Report(diag::OperandTypes, e.range, Lexeme{"?:"}, ShowType(then_type),
                                ShowType(else_type));
    return Invalid(e);
  }
  if (KindOf(types().Present(*type)) == TypeKind::kFloat) {
    ToFloat(*e.then_value, types().Present(then_type));
    ToFloat(*e.else_value, types().Present(else_type));
  }
  return Set(e, *type);
}

void ExpressionChecker::FitConditional(const syntax::ConditionalExpression& e, TypeId target) {
  CheckCondition(*e.condition);
  CheckFits(*e.then_value, target);
  CheckFits(*e.else_value, target);
  Set(e, target);
}

}  // namespace meshc::sema
