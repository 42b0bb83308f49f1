#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/statements/flow_checker.h"

namespace meshc::sema {

/// Every listed step is a call without arguments that may happen here.
void FlowChecker::CheckFollow(const syntax::FollowStatement& statement) {
  const ActorId router = Calls().Check(statement.router, CallPlace::kFollow);
  FollowFacts facts;
  const std::size_t index = context_.program.follows.size();
  if (router.has_value()) {
    for (const PlanStep& step : context_.plans[router.index]) {
      facts.steps.push_back(Calls().CheckListed(step, statement.router, {index, facts.steps.size()}));
    }
  }
  context_.SetIndex(statement.range, statement.id, index);
  context_.program.follows.push_back(std::move(facts));
}

CallFacts CallChecker::CheckListed(const PlanStep& step, const syntax::Call& router, FactsPlace place) {
  syntax::Call call;
  call.range = call.callee.range = router.callee.range;
  CallFacts facts;
  facts.actor = step.actor;
  facts.flow = step.flow;
  if (step.actor.has_value()) {
    const types::Actor& actor = context_.declarations().actors[step.actor];
    const Signature signature{actor.name, actor.params, actor.results, step.range};
    CheckParams(call, signature, facts);
    CheckResults(call, signature, facts);
    NoteEffect(call, actor, CallPlace::kStep, place);
    return facts;
  }
  context_.sites.edges.push_back({around_, step.flow, router.callee.range});
  facts.own_envelope = IsOtherEnvelope(context_.program.flows[step.flow]);
  if (facts.own_envelope) CheckOwnEnvelope(call, CallPlace::kStep, step.range, facts);
  return facts;
}

}  // namespace meshc::sema
