#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using llvm::cast;
using syntax::BinaryExpression;
using syntax::Expression;
using syntax::ExpressionKind;

bool IsPath(const Expression& e) {
  return e.kind == ExpressionKind::kName || e.kind == ExpressionKind::kMember ||
         e.kind == ExpressionKind::kIndex;
}

TypeId ExpressionChecker::Set(const Expression& e, TypeId type, ReferenceKind reference,
                              std::uint32_t index) {
  ExpressionFacts& facts = context_.FactsOf(e);
  facts.type = type;
  facts.reference = reference;
  facts.index = index;
  return type;
}

TypeId ExpressionChecker::Check(const Expression& e, TypeId hint) {
  switch (e.kind) {
    case ExpressionKind::kInvalid: return Invalid(e);
    case ExpressionKind::kLiteral: return CheckLiteral(cast<syntax::LiteralExpression>(e));
    case ExpressionKind::kName:
    case ExpressionKind::kMember:
    case ExpressionKind::kIndex: return CheckPath(e, hint);
    case ExpressionKind::kUnary: return CheckUnary(cast<syntax::UnaryExpression>(e));
    case ExpressionKind::kBinary: return CheckBinary(cast<BinaryExpression>(e), hint);
    case ExpressionKind::kConditional: return CheckConditional(cast<syntax::ConditionalExpression>(e), hint);
    case ExpressionKind::kCall: return CheckCall(cast<syntax::CallExpression>(e));
    case ExpressionKind::kList: return CheckList(cast<syntax::ListExpression>(e), hint);
    case ExpressionKind::kRecord:
      if (!hint.has_value()) return CheckLooseRecord(cast<syntax::RecordExpression>(e));
      CheckFits(e, hint);
      return context_.FactsOf(e).type;
  }
  NoSuchEnumerator();
}

TypeId ExpressionChecker::Strip(const Expression& e, TypeId type) {
  if (!types().IsOptional(type)) return type;
  if (!IsPath(e)) Mismatch(e, types().Present(type), type);
  return types().Present(type);
}

TypeId ExpressionChecker::CheckValue(const Expression& e, TypeId hint) { return Strip(e, Check(e, hint)); }

void ExpressionChecker::Mismatch(const Expression& e, TypeId target, TypeId found) {
  auto report = context_.diagnostics.Report(diag::TypeMismatch, e.range, ShowType(target), ShowType(found));
  const std::string text(context_.sources.Text(e.range));
  const types::TypeKind from = KindOf(types().Present(found));
  const types::TypeKind to = KindOf(types().Present(target));
  if (from == types::TypeKind::kNull)
    report.AddHelp("`null` fits only `T?` and `json`");
  else if (types().IsOptional(found))
    report.AddHelp("`a ?? b` gives `b` where `a` is absent");
  else if (from == types::TypeKind::kJson)
    report.AddHelp("convert it with `int()`, `float()` or `string()`");
  else if (from == types::TypeKind::kFloat && to == types::TypeKind::kInt)
    report.AddHelp("`int()` drops the fraction");
  else if (to == types::TypeKind::kString && llvm::isa<syntax::LiteralExpression>(e))
    report.AddFix("text stands in quotes", {{e.range, "\"" + text + "\""}},
                  diagnostics::Applicability::kMachine);
  else if (to == types::TypeKind::kString && HasText(from))
    report.AddFix("`string()` makes text of it", {{e.range, "string(" + text + ")"}},
                  diagnostics::Applicability::kMachine);
  else if (from == types::TypeKind::kList &&
           FitOf(types(), types().Present(types()[types().Present(found)].element), target) == Fit::kYes)
    report.AddHelp("one element is `" + text + "[0]`; `each x in " + text + " { ... }` goes over all");
  else if (from == types::TypeKind::kString && to == types::TypeKind::kEnum)
    HelpWithEnumText(e, types().Present(target), report);
}

bool ExpressionChecker::HasText(types::TypeKind kind) {
  using types::TypeKind;
  return kind == TypeKind::kBool || kind == TypeKind::kInt || kind == TypeKind::kFloat ||
         kind == TypeKind::kTimestamp || kind == TypeKind::kDuration || kind == TypeKind::kEnum ||
         kind == TypeKind::kJson;
}

/// `"paid"`: values of an enum are names.
void ExpressionChecker::HelpWithEnumText(const Expression& e, TypeId target, diagnostics::Builder report) {
  const auto* literal = llvm::dyn_cast<syntax::LiteralExpression>(&e);
  if (literal == nullptr || context_.enum_values[types()[target].decl].count(literal->string) == 0) {
    report.AddHelp("a value of an enum is written by its name");
    return;
  }
  report.AddFix("a value of an enum is written by its name", {{e.range, literal->string.str()}},
                diagnostics::Applicability::kMachine);
}

void ExpressionChecker::ToFloat(const Expression& e, TypeId type) {
  if (KindOf(type) == types::TypeKind::kInt) context_.FactsOf(e).to_float = true;
}

void ExpressionChecker::CheckFits(const Expression& e, TypeId target) {
  if (e.kind == ExpressionKind::kList) return FitList(cast<syntax::ListExpression>(e), target);
  if (e.kind == ExpressionKind::kRecord) return FitRecord(cast<syntax::RecordExpression>(e), target);
  if (e.kind == ExpressionKind::kConditional)
    return FitConditional(cast<syntax::ConditionalExpression>(e), target);
  const auto* binary = llvm::dyn_cast<BinaryExpression>(&e);
  if (binary != nullptr && binary->op == syntax::BinaryOperator::kCoalesce)
    return FitCoalesce(*binary, target);

  const auto* literal = llvm::dyn_cast<syntax::LiteralExpression>(&e);
  if (literal != nullptr && FitInputText(*literal, target)) return;
  TypeId found = Check(e, target);
  if (IsPath(e) && !types().IsOptional(target)) found = types().Present(found);
  const bool json_literal = literal != nullptr && KindOf(types().Present(target)) == types::TypeKind::kJson &&
                            literal->literal != syntax::LiteralKind::kQuantity;
  if (json_literal) return;
  switch (FitOf(types(), found, target)) {
    case Fit::kYes: break;
    case Fit::kToFloat: ToFloat(e, types().Present(found)); break;
    case Fit::kDisjoint:
      context_.diagnostics.Report(diag::DisjointRanges, e.range, ShowType(found), ShowType(target));
      return;
    case Fit::kNo: return Mismatch(e, target, found);
  }
  if (literal != nullptr) CheckBounds(e, target);
}

void ExpressionChecker::CheckCondition(const Expression& e) {
  const TypeId declared = Check(e, types().Basic(types::TypeKind::kBool));
  const TypeId found = Strip(e, declared);
  const types::TypeKind kind = KindOf(found);
  if (kind == types::TypeKind::kBool || kind == types::TypeKind::kInvalid) return;
  auto report = context_.diagnostics.Report(diag::ConditionNotBool, e.range, ShowType(found));
  const std::string text(context_.sources.Text(e.range));
  if (types().IsOptional(declared))
    report.AddFix("`has(" + text + ")` tells whether it is there", {{e.range, "has(" + text + ")"}});
  else if (kind == types::TypeKind::kList || kind == types::TypeKind::kMap ||
           kind == types::TypeKind::kString)
    report.AddHelp("`len(" + text + ") > 0` tells whether it holds something");
  else
    report.AddHelp("compare it with something, or ask `has(...)`: no value is true by itself");
}

}  // namespace meshc::sema
