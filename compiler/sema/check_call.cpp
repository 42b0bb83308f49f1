#include "compiler/sema/build.h"
#include "compiler/sema/flow_checker.h"
#include "compiler/sema/lookup.h"
#include "compiler/sema/unsupported.h"

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
  return "";
}

}  // namespace

void FlowChecker::CheckCallee(const syntax::Call& call, const types::Actor& actor, CallPlace place) {
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

ActorId FlowChecker::CheckCall(const syntax::Call& call, CallPlace place) {
  CallFacts facts;
  const Callee callee = FindCallee(context_, scope_.file, call.callee);
  facts.actor = callee.actor;
  facts.flow = callee.flow;
  if (callee.actor.has_value()) {
    const types::Actor& actor = context_.declarations().actors[callee.actor];
    CheckCallee(call, actor, place);
    CheckParams(call, actor, facts);
    // What a tap gives back is dropped.
    if (place != CallPlace::kTap) CheckResults(call, actor, facts);
    CheckOptions(call, facts);
  } else if (callee.flow.has_value()) {
    CheckFlowCall(call, callee.flow, place, facts);
  } else {
    for (const syntax::BindingArgument& argument : call.arguments) {
      if (argument.value != nullptr) Expressions().CheckFits(*argument.value, types().invalid());
    }
    CheckOptions(call, facts);
  }
  context_.SetIndex(call.range, call.id, context_.program.calls.size());
  context_.program.calls.push_back(std::move(facts));
  return callee.actor;
}

void FlowChecker::CheckOptions(const syntax::Call& call, CallFacts& facts) {
  facts.timeout_ns = ReadDuration(context_, call.timeout);
  facts.retry = BuildRetry(context_, scope_.file, call.retry);
}

void FlowChecker::CheckFlowCall(const syntax::Call& call, FlowId callee, CallPlace place, CallFacts& facts) {
  const Flow& flow = context_.program.flows[callee];
  if (place == CallPlace::kRoute || place == CallPlace::kFollow) {
    context_.diagnostics
        .Report(diag::WrongStatement, call.callee.range, Name{flow.name}, Word{"a flow"},
                Word{place == CallPlace::kRoute ? "in `route`" : "in `follow`"})
        .AddLabel(flow.origin.range, "declared here")
        .AddHelp("call it as a step: `" + flow.name + ";`");
    return;
  }
  context_.flow_edges.push_back({flow_, callee, call.callee.range});
  const auto reject = [&](SourceRange range, const char* option) {
    context_.diagnostics.Report(diag::FlowCallOption, range, Word{option})
        .AddHelp("state it at the calls inside of the flow, or give the flow an `sla`");
  };
  if (call.timeout.present) reject(call.timeout.range, "timeout");
  if (call.retry.present) reject(call.retry.range, "retry");
  const bool known = flow.envelope.has_value() && scope_.envelope.has_value();
  facts.own_envelope = !call.arguments.empty() || call.has_as || (known && flow.envelope != scope_.envelope);
  if (!facts.own_envelope) return;
  ReportUnsupported(context_, call.range, "the call of a flow on an envelope of its own");
  for (const syntax::BindingArgument& argument : call.arguments) {
    if (argument.value != nullptr) Expressions().CheckFits(*argument.value, types().invalid());
  }
}

}  // namespace meshc::sema
