#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/support/enumerator.h"
#include "compiler/syntax/build.h"
#include "compiler/syntax/parse/number.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

Bound BuildBound(Build& build, FlowParser::BoundContext* tree) {
  Bound bound;
  if (IsBroken(tree)) return bound;
  bound.range = build.RangeOf(tree);
  bound.present = true;
  const LiteralExpression& literal = *BuildLiteral(build, tree->value, tree->sign);
  switch (literal.literal) {
    case LiteralKind::kFloat:
      bound.is_float = true;
      bound.number = literal.number;
      return bound;
    case LiteralKind::kInt: bound.integer = literal.integer; return bound;
    case LiteralKind::kQuantity:
      build.reporter.Report(diag::Expected, bound.range, Reason{"a number without a unit"},
                            Reason{fmt::format("`{}`", build.TextOf(bound.range).str())});
      return bound;
    case LiteralKind::kNull:
    case LiteralKind::kBool:
    case LiteralKind::kString: return bound;
  }
  NoSuchEnumerator();
}

void AddRange(Build& build, FlowParser::ConstraintItemContext* tree, ConstraintExpression& constraint) {
  if (constraint.has_range) ReportDuplicate(build, build.RangeOf(tree), "the range");
  constraint.has_range = true;
  constraint.min = BuildBound(build, tree->low);
  constraint.max = BuildBound(build, tree->high);
  if (tree->low == nullptr && tree->high == nullptr) {
    build.reporter.Report(diag::Expected, build.RangeOf(tree), Reason{"a bound on one side of `..`"},
                          Reason{"none"});
  }
}

void AddPattern(Build& build, FlowParser::ConstraintItemContext* tree, ConstraintExpression& constraint) {
  const Identifier word = BuildName(build, tree->word);
  if (word.text != "pattern") return ReportUnknownWord(build, word, "`pattern`");
  if (constraint.has_pattern) ReportDuplicate(build, build.RangeOf(tree), "pattern");
  constraint.has_pattern = true;
  constraint.pattern = BuildString(build, tree->regex);
  constraint.pattern_range = build.RangeOf(tree->regex);
}

ConstraintExpression BuildConstraint(Build& build, FlowParser::ConstraintContext* tree) {
  ConstraintExpression constraint;
  if (IsBroken(tree)) return constraint;
  constraint.present = true;
  constraint.range = build.RangeOf(tree);
  for (auto* item : tree->items) {
    if (IsBroken(item)) continue;
    item->word == nullptr ? AddRange(build, item, constraint) : AddPattern(build, item, constraint);
  }
  return constraint;
}

void FillType(Build& build, FlowParser::TypeContext* tree, TypeExpression& type) {
  type.constraint = BuildConstraint(build, tree->limits);
  if (tree->named != nullptr) {
    type.kind = TypeExpressionKind::kName;
    type.name = BuildQualifiedName(build, tree->named);
    return;
  }
  const bool list = tree->start->getType() == FlowParser::LBRACKET;
  type.kind = list ? TypeExpressionKind::kList : TypeExpressionKind::kMap;
  type.element = BuildType(build, tree->element);
}

}  // namespace

const TypeExpression* BuildType(Build& build, FlowParser::TypeContext* tree) {
  auto* type = build.New<TypeExpression>();
  type->range = build.RangeOf(tree);
  if (IsBroken(tree)) return type;
  FillType(build, tree, *type);
  if (tree->optional == nullptr) return type;
  type->range = build.RangeOf(tree->start, static_cast<const Token*>(tree->optional) - 1);
  auto* optional = build.New<TypeExpression>();
  optional->range = build.RangeOf(tree);
  optional->kind = TypeExpressionKind::kOptional;
  optional->element = type;
  return optional;
}

}  // namespace meshc::syntax
