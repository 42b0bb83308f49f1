// `saga`: an error that leaves the block is followed by the undoing of what was done in it.
#include "compiler/budget/flow_walk.h"

namespace meshc::budget {

// What was done well stays undoable by a saga around.
void FlowWalk::Saga(const syntax::SagaStatement& saga) {
  outlasts_deadline_ = true;
  Ways ways;
  const std::optional<Cost> ended = Apart(ways, [&] { Walk(saga.body); });
  const Cost before = *here_;
  PassJumps(ways, *ways_, [&](const Cost& cost) { return Then(paths_, before, cost); });
  PassErrors(ways, *ways_, [&](const Cost& cost) { return Then(paths_, before, Undone(paths_, cost)); });
  here_ = ended ? std::optional(Then(paths_, before, *ended)) : std::nullopt;
}

}  // namespace meshc::budget
