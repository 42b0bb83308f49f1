// `break`, `continue`, `return` and `raise`.
#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

void FlowLowering::LowerJump(JumpKind kind, std::string_view word, const syntax::Statement& statement) {
  JumpRoute route = RouteOf(kind);
  std::string name = names_.Sibling(word);
  if (route.is_direct() && route.target == end_) return Emit(std::move(name), ir::Return{}, statement.range);
  Emit(std::move(name), ir::Unwind{route.frames, std::move(route.loops), route.target}, statement.range);
}

void FlowLowering::LowerRaise(const syntax::RaiseStatement& statement) {
  std::string name = names_.Sibling("raise");
  if (statement.again) return Emit(std::move(name), ir::Reraise{}, statement.range);

  const sema::RaiseFacts& facts = program_.FactsOf(statement);
  ir::Raise lowered{facts.error, {}, {}};
  if (statement.message != nullptr) lowered.message = expressions_.Lower(*statement.message);
  types::TypeId detail = program_.declarations.errors[facts.error].detail;
  if (detail.has_value()) lowered.detail = expressions_.Record(detail, facts.fields, statement.range);
  Emit(std::move(name), std::move(lowered), statement.range);
}

}  // namespace meshc::lower
