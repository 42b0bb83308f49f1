// Calls of actors and of flows: steps, routers, plans, taps.
#include <algorithm>

#include "compiler/budget/flow_walk.h"

namespace meshc::budget {

void FlowWalk::Chain(const syntax::ChainStatement& chain) {
  for (const syntax::Call& call : chain.calls) {
    if (here_) Call(call);
  }
}

void FlowWalk::Call(const syntax::Call& call) { Call(program_.FactsOf(call), call.callee.range, call.range); }

void FlowWalk::Call(const sema::CallFacts& facts, source::SourceRange name, source::SourceRange place) {
  RaiseAt(place);
  facts.actor.has_value() ? CallActor(facts, name) : CallFlow(facts, name);
}

void FlowWalk::CallActor(const sema::CallFacts& facts, source::SourceRange range) {
  const types::Actor& actor = actors_[facts.actor];
  const Load visit = LoadOf(actor, VisitOf(actor, facts), range);
  Add({visit, visit.longest, {}, {}});
  for (const types::ErrorId error : arising_.OfCall(facts.actor)) ways_->Raise(error, *here_);
  // What has failed is not undone.
  if (!actor.undo.has_value()) return;
  const types::Actor& undo = actors_[actor.undo];
  Add({{}, {}, {}, LoadOf(undo, VisitOf(undo), range)});
}

Load FlowWalk::LoadOf(const types::Actor& actor, const Visit& visit, source::SourceRange range) {
  const Amount attempts(visit.attempts);
  return {{visit.Time(), paths_.Add({actor.name, range, visit.Time(), visit})},
          Amount(1),
          attempts,
          PriceOf(actor) * attempts};
}

void FlowWalk::CallFlow(const sema::CallFacts& facts, source::SourceRange range) {
  const sema::Flow& callee = program_.flows[facts.flow];
  const FlowCosts& costs = known_[facts.flow.index];
  outlasts_deadline_ |= costs.outlasts_deadline;
  if (!endless_.count.has_value()) endless_.count = costs.endless.count;
  if (!endless_.time.has_value()) endless_.time = costs.endless.time;
  const std::int64_t sla_ns = costs.outlasts_deadline ? 0 : callee.sla_ns;
  const auto after = [&](const Cost& inside) {
    return Then(paths_, *here_, AsStep(paths_, WithinSla(inside, sla_ns), callee.name, range));
  };
  for (const auto& [error, cost] : costs.raised) ways_->Raise({error}, after(cost));
  here_ = costs.ended ? std::optional(after(*costs.ended)) : std::nullopt;
}

// The clock of the sla stands still while the flow is parked, but not in a branch.
Cost FlowWalk::WithinSla(const Cost& inside, std::int64_t sla_ns) const {
  if (sla_ns == 0) return inside;
  const Amount sla(sla_ns);
  Cost within = inside;
  within.clocked.time = std::min(inside.clocked.time, sla);
  within.done.longest.time = std::min(inside.done.longest.time, in_child_ ? sla : sla + inside.parked);
  return within;
}

void FlowWalk::Follow(const syntax::FollowStatement& follow) {
  Call(follow.router);
  const auto& steps = program_.FactsOf(follow).steps;
  const std::int64_t max = program_.declarations.actors[program_.FactsOf(follow.router).actor].max_steps;
  Ways ways;
  const std::optional<Cost> step = Apart(ways, [&] {
    const Cost before = *here_;
    std::optional<Cost> joined;
    for (const sema::CallFacts& facts : steps) {
      here_ = before;
      Call(facts, follow.range, follow.router.range);
      KeepWorse(joined, here_);
    }
    here_ = joined;
  });
  PassLast(ways, step, max);
  if (step) Add(Times(paths_, *step, Amount(max)));
}

void FlowWalk::Tap(const syntax::TapStatement& tap) {
  Ways ways;
  std::optional<Cost> worst = Apart(ways, [&] { Call(tap.call); });
  KeepWorse(worst, WorstOf(ways));
  Cost copy;
  copy.done = worst->done;
  copy.done.longest = {};
  copy.done.messages = copy.done.messages + Amount(1);
  Add(copy);
}

}  // namespace meshc::budget
