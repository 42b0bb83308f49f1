#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using types::ActorKind;

namespace {

ActorKind Wanted(bool is_route, bool is_follow) {
  if (is_route) return ActorKind::kChoiceRouter;
  return is_follow ? ActorKind::kPlanRouter : ActorKind::kProcessor;
}

/// How the actor is called rightly.
std::string HelpFor(const types::Actor& actor) {
  switch (actor.kind) {
    case ActorKind::kProcessor: return "call it as a step: `" + actor.name + ";`";
    case ActorKind::kChoiceRouter: return "ask it with `route " + actor.name + " { label => ...; }`";
    case ActorKind::kPlanRouter: return "run its plan with `follow " + actor.name + ";`";
  }
  NoSuchEnumerator();
}

}  // namespace

void CallChecker::CheckCallee(const syntax::Call& call, const types::Actor& actor, CallPlace place) {
  if (actor.kind == Wanted(place == CallPlace::kRoute, place == CallPlace::kFollow)) return;
  const char* where = place == CallPlace::kRoute    ? "in `route`"
                      : place == CallPlace::kFollow ? "in `follow`"
                      : place == CallPlace::kTap    ? "in `tap`"
                                                    : "as a step";
  context_.diagnostics
      .Report(diag::WrongStatement, call.callee.range, Name{actor.name}, Word{Describe(actor)}, Word{where})
      .AddLabel(actor.origin.range, "declared here")
      .AddHelp(HelpFor(actor));
}

ActorId CallChecker::Check(const syntax::Call& call, CallPlace place) {
  CallFacts facts;
  const Callee callee = FindCallee(context_, scope_.file, call.callee);
  facts.actor = callee.actor;
  facts.flow = callee.flow;
  if (callee.actor.has_value())
    CheckActorCall(call, place, facts);
  else if (callee.flow.has_value())
    CheckFlowCall(call, place, facts);
  else
    CheckUnknownCall(call, facts);
  context_.SetIndex(call.range, call.id, context_.program.calls.size());
  context_.program.calls.push_back(std::move(facts));
  return callee.actor;
}

void CallChecker::CheckActorCall(const syntax::Call& call, CallPlace place, CallFacts& facts) {
  const types::Actor& actor = context_.declarations().actors[facts.actor];
  const Signature signature{actor.name, actor.params, actor.results, {}};
  CheckCallee(call, actor, place);
  CheckParams(call, signature, facts);
  if (place == CallPlace::kTap)
    DropResults(call, actor.results.size(), facts);
  else
    CheckResults(call, signature, facts);
  CheckOptions(call, facts);
  if (facts.timeout_ns)
    context_.sites.timeouts.push_back({facts.actor, *facts.timeout_ns, call.timeout.range});
  NoteEffect(call, actor, place, {context_.program.calls.size(), {}});
}

/// What is meant is unknown, so its arguments may be anything.
void CallChecker::CheckUnknownCall(const syntax::Call& call, CallFacts& facts) {
  for (const syntax::BindingArgument& argument : call.arguments) {
    if (argument.value != nullptr) Expressions().CheckFits(*argument.value, types().invalid());
  }
  CheckOptions(call, facts);
}

void CallChecker::CheckOptions(const syntax::Call& call, CallFacts& facts) {
  facts.timeout_ns = ReadDuration(context_, call.timeout);
  facts.retry = BuildRetry(context_, scope_.file, call.retry);
}

void CallChecker::NoteEffect(const syntax::Call& call, const types::Actor& actor, CallPlace place,
                             FactsPlace facts) {
  if (actor.effect.kind == types::EffectKind::kNone && !actor.undo.has_value()) return;
  context_.sites.effects.push_back(
      {around_, facts, call.callee.range, place == CallPlace::kTap, scope_.variables});
}

}  // namespace meshc::sema
