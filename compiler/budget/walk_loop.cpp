// `while`, `repeat` and `loop`: as many rounds as `max` allows.
#include "compiler/budget/flow_walk.h"

namespace meshc::budget {

void FlowWalk::Repeat(const Loop& loop) {
  const Cost before = *here_;
  Ways ways;
  const std::optional<Cost> round = Apart(ways, [&] {
    if (loop.tests_first) Evaluate(loop.test);
    Walk(loop.body);
    KeepWorse(here_, ways.continued);
    if (here_ && !loop.tests_first) Evaluate(loop.test);
  });
  PassLast(ways, round, loop.max);
  std::optional<Cost> broken;
  if (ways.broken) broken = Then(paths_, BeforeLast(round, loop.max), *ways.broken);
  std::optional<Cost> ended;
  if (round) {
    EndRounds(loop, Then(paths_, before, Times(paths_, *round, Amount(loop.max))), ended);
  } else if (loop.tests_first) {
    ended = before;
  }
  KeepWorse(ended, broken);
  here_ = ended;
}

// `all`: all rounds were run to their ends. A `loop` is exhausted then, the others may be.
void FlowWalk::EndRounds(const Loop& loop, const Cost& all, std::optional<Cost>& ended) {
  here_ = all;
  if (loop.test != nullptr) KeepWorse(ended, all);
  if (loop.tests_first) Evaluate(loop.test);
  if (loop.else_body != nullptr) {
    Arm(all, "[exhausted]", ended, [&] { Walk(*loop.else_body); });
  } else {
    Raise(types::BuiltinError::kLoopExhausted);
  }
}

Cost FlowWalk::BeforeLast(const std::optional<Cost>& round, std::int64_t max) {
  return round ? Then(paths_, *here_, Times(paths_, *round, Amount(max - 1))) : *here_;
}

void FlowWalk::PassLast(const Ways& ways, const std::optional<Cost>& round, std::int64_t max) {
  const Cost before = BeforeLast(round, max);
  const auto after = [&](const Cost& cost) { return Then(paths_, before, cost); };
  Ways outward;
  outward.returned = ways.returned;
  PassJumps(outward, *ways_, after);
  PassErrors(ways, *ways_, after);
}

}  // namespace meshc::budget
