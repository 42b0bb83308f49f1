// What the bounds of types decide before anything runs: operations that always fail, comparisons that
// always come out the same.
#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/value_range.h"
#include "compiler/sema/expressions/walk_expressions.h"

namespace meshc::sema {
namespace {

using llvm::dyn_cast;
using syntax::BinaryExpression;
using syntax::BinaryOperator;
using syntax::Expression;
using syntax::IndexExpression;
using syntax::LiteralExpression;
using types::Constant;
using types::TypeKind;

/// None: it depends on the values. Else what the comparison always yields.
std::optional<bool> Decide(BinaryOperator op, const ValueRange& a, const ValueRange& b) {
  switch (op) {
    case BinaryOperator::kLess:
      if (a.max < b.min) return true;
      return a.min >= b.max ? std::optional(false) : std::nullopt;
    case BinaryOperator::kLessEqual:
      if (a.max <= b.min) return true;
      return a.min > b.max ? std::optional(false) : std::nullopt;
    case BinaryOperator::kGreater: return Decide(BinaryOperator::kLess, b, a);
    case BinaryOperator::kGreaterEqual: return Decide(BinaryOperator::kLessEqual, b, a);
    case BinaryOperator::kEqual:
      if (a.max < b.min || b.max < a.min) return false;
      return a.min == a.max && b.IsOne(a.min) ? std::optional(true) : std::nullopt;
    case BinaryOperator::kNotEqual: {
      const auto equal = Decide(BinaryOperator::kEqual, a, b);
      return equal ? std::optional(!*equal) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

class RangeChecker {
 public:
  explicit RangeChecker(Context& context) : context_(context) {}

  void Visit(const Expression& e) {
    if (context_.FactsOf(e).type == context_.types().invalid()) return;
    if (const auto* index = dyn_cast<IndexExpression>(&e)) return CheckIndex(*index);
    const auto* binary = dyn_cast<BinaryExpression>(&e);
    if (binary == nullptr) return;
    if (binary->op == BinaryOperator::kDivide || binary->op == BinaryOperator::kRemainder)
      return CheckDivision(*binary);
    CheckComparison(*binary);
  }

 private:
  TypeKind KindOf(const Expression& e) {
    return context_.types()[context_.types().Present(context_.FactsOf(e).type)].kind;
  }
  std::string TextOf(const Expression& e) const { return std::string(context_.sources.Text(e.range)); }

  void CheckIndex(const IndexExpression& e) {
    const TypeKind base = KindOf(*e.base);
    const bool array =
        base == TypeKind::kList || (base == TypeKind::kJson && KindOf(*e.index) == TypeKind::kInt);
    if (!array) return;
    const ValueRange index = RangeOf(context_, *e.index);
    const ValueRange length = base == TypeKind::kList ? LengthOf(context_, *e.base) : ValueRange{};
    if (index.max >= 0 && index.min < length.max) return;
    auto report = context_.diagnostics.Report(diag::IndexNeverThere, e.index->range);
    if (index.max >= 0) {
      report.AddLabel(e.base->range, "its length is " + PrintRange(length, TypeKind::kInt));
      report.AddHelp("the first element is number 0");
    } else if (base == TypeKind::kList && IsWritten(*e.index)) {
      const std::string last = "len(" + TextOf(*e.base) + ") - " + PrintNumber(-index.max, TypeKind::kInt);
      report.AddFix("from the end, elements are counted by `" + last + "`", {{e.index->range, last}},
                    diagnostics::Applicability::kMachine);
    } else {
      report.AddHelp("elements are counted from 0");
    }
  }

  void CheckDivision(const BinaryExpression& e) {
    if (!RangeOf(context_, *e.right).IsOne(0)) return;
    context_.diagnostics.Report(diag::DividesByZero, e.range)
        .AddLabel(e.right->range, "this is always zero")
        .AddHelp("divide by something that can be another number");
  }

  void CheckComparison(const BinaryExpression& e) {
    if (IsWritten(*e.left) && IsWritten(*e.right)) return;
    if (OutsideOfText(*e.left, *e.right) || OutsideOfText(*e.right, *e.left)) {
      if (e.op == BinaryOperator::kEqual) return Report(e, false);
      if (e.op == BinaryOperator::kNotEqual) return Report(e, true);
    }
    const ValueRange left = RangeOf(context_, *e.left);
    const ValueRange right = RangeOf(context_, *e.right);
    if (const auto always = Decide(e.op, left, right)) Report(e, *always);
  }

  /// True if `text` is a literal that a value of the other side's type can never be.
  bool OutsideOfText(const Expression& text, const Expression& other) {
    const auto* literal = dyn_cast<LiteralExpression>(&text);
    if (literal == nullptr || literal->literal != syntax::LiteralKind::kString) return false;
    const types::Type type = context_.types()[context_.types().Present(context_.FactsOf(other).type)];
    return type.kind == TypeKind::kString && !WithinBounds(type, Constant::String(literal->string.str()));
  }

  void Report(const BinaryExpression& e, bool always) {
    auto report =
        context_.diagnostics.Report(diag::DecidedComparison, e.range, Word{always ? "true" : "false"});
    for (const Expression* side : {e.left, e.right}) {
      if (IsWritten(*side)) continue;
      const bool text = KindOf(*side) == TypeKind::kString;
      report.AddLabel(side->range, text
                                       ? "this is `" + Show(context_, context_.FactsOf(*side).type).text + "`"
                                       : "this is " + PrintRange(RangeOf(context_, *side), KindOf(*side)));
    }
    report.AddHelp("compare with a value that it can have, or leave the test out");
  }

  Context& context_;
};

}  // namespace

void CheckRanges(Context& context) {
  RangeChecker checker(context);
  for (const syntax::File& file : context.program.files) {
    WalkExpressions(file, [&](const Expression& e) { checker.Visit(e); });
  }
}

}  // namespace meshc::sema
