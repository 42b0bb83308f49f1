// `set`.
#include <utility>

#include "compiler/lower/flow_lowering.h"
#include "compiler/support/enumerator.h"

namespace meshc::lower {
namespace {

// None: the value is assigned as it is.
std::optional<ir::ExpressionKind> KindOf(syntax::SetOperator op) {
  switch (op) {
    case syntax::SetOperator::kAssign: return std::nullopt;
    case syntax::SetOperator::kAdd: return ir::ExpressionKind::kAdd;
    case syntax::SetOperator::kSubtract: return ir::ExpressionKind::kSubtract;
    case syntax::SetOperator::kMultiply: return ir::ExpressionKind::kMultiply;
  }
  NoSuchEnumerator();
}

}  // namespace

void FlowLowering::LowerSet(const syntax::SetStatement& statement) {
  const sema::SetFacts& facts = program_.FactsOf(statement);
  if (!facts.field) return;
  ir::Set lowered;
  lowered.target = {*facts.field, facts.path, facts.append};
  ir::ExpressionId value = expressions_.Convert(expressions_.Lower(*statement.value), facts.target);
  std::optional<ir::ExpressionKind> kind = KindOf(statement.op);
  if (kind && !facts.append) {
    source::SourceRange origin = source::Cover(statement.target.front().range, statement.target.back().range);
    ir::ExpressionId old = expressions_.Field(envelope(), *facts.field, origin);
    for (std::uint32_t member : facts.path) old = expressions_.Member(old, member, origin);
    value = expressions_.Binary(*kind, old, value, facts.target, statement.range);
  }
  lowered.value = value;
  EmitThen(names_.Sibling("set"), std::move(lowered), statement.range);
}

}  // namespace meshc::lower
