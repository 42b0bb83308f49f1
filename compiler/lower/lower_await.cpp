// `await`.
#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

void FlowLowering::LowerAwait(const syntax::AwaitStatement& statement) {
  const sema::AwaitFacts& facts = program_.FactsOf(statement);
  if (!facts.field) return;
  std::string construct = names_.Sibling("await");
  ir::Park park;
  park.signal = statement.signal.text.str();
  park.type = facts.type;
  park.field = *facts.field;
  park.timeout_ns = facts.timeout_ns;
  park.next = points_.NewLabel();
  ir::PointId after = park.next;
  if (!statement.has_else) {
    Emit(construct + "/park", std::move(park), statement.range);
    return points_.Place(after);
  }
  park.on_timeout = points_.NewLabel();
  ir::PointId late = *park.on_timeout;
  Emit(construct + "/park", std::move(park), statement.range);
  points_.Place(late);
  LowerIn(construct + "[else]", statement.else_body);
  points_.Place(after);
}

}  // namespace meshc::lower
