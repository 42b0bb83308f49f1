// `await`: parked until the value or the timeout comes.
#include "compiler/budget/flow_walk.h"

namespace meshc::budget {

void FlowWalk::Await(const syntax::AwaitStatement& await) {
  const Amount timeout(program_.FactsOf(await).timeout_ns);
  const std::string text = "await " + await.signal.text.str();
  Cost park;
  park.done.longest = {timeout, paths_.Add({text, await.signal.range, timeout, {}})};
  park.clocked.path = paths_.Mark(text);
  park.parked = timeout;
  Add(park);
  RaiseAt(await.range);
  if (!await.has_else) return;
  const Cost before = *here_;
  std::optional<Cost> joined;
  Arm(before, "[timeout]", joined, [&] { Walk(await.else_body); });
  KeepWorse(joined, before);
  here_ = joined;
}

}  // namespace meshc::budget
