#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/reach/reach.h"

namespace meshc::sema {
namespace {

class RepetitionChecker {
 public:
  explicit RepetitionChecker(Context& context)
      : context_(context), loops_(ReachFromLoops(context)), sagas_(ReachFromSagas(context)) {}

  void Check() {
    for (const EffectCall& call : context_.sites.effects) {
      const CallFacts& facts = context_.FactsAt(call.facts);
      const types::Actor& actor = context_.declarations().actors[facts.actor];
      if (actor.effect.kind == types::EffectKind::kAtLeastOnce) CheckCall(call, facts, actor);
    }
  }

 private:
  static bool IsRetried(const CallFacts& facts, const types::Actor& actor) {
    const auto& retry = facts.retry ? facts.retry : actor.retry;
    return retry && retry->attempts > 1;
  }

  /// Where the first deploy is whose settings retry the calls of an actor that say nothing of it themselves.
  const types::Deploy* FindRetryingDeploy(const CallFacts& facts) const {
    if (facts.retry) return nullptr;
    for (const types::Deploy& deploy : context_.declarations().deploys) {
      const auto retry = types::SettingsOf(context_.declarations(), deploy, facts.actor).retry;
      if (retry && retry->attempts > 1) return &deploy;
    }
    return nullptr;
  }

  /// One warning per call, for the nearest reason.
  void CheckCall(const EffectCall& call, const CallFacts& facts, const types::Actor& actor) {
    const Surroundings& around = call.around;
    if (IsRetried(facts, actor)) {
      Report(call, actor, "is retried");
    } else if (const types::Deploy* deploy = FindRetryingDeploy(facts)) {
      Report(call, actor, "is retried").AddLabel(deploy->origin.range, "by what this deploy says");
    } else if (around.loop.has_value()) {
      Report(call, actor, "stands in a loop").AddLabel(around.loop, "the loop");
    } else if (around.saga.has_value()) {
      Report(call, actor, "stands in a saga").AddLabel(around.saga, "the saga");
    } else if (loops_[around.flow.index] != nullptr) {
      LabelReach(Report(call, actor, "runs in a loop"), context_, loops_, around.flow, "a loop");
    } else if (sagas_[around.flow.index] != nullptr) {
      LabelReach(Report(call, actor, "runs in a saga"), context_, sagas_, around.flow, "a saga");
    }
  }

  diagnostics::Builder Report(const EffectCall& call, const types::Actor& actor, std::string why) {
    auto report =
        context_.diagnostics.Report(diag::RepeatedEffect, call.range, Name{actor.name}, Word{std::move(why)});
    report.AddLabel(actor.origin.range, "its effect is declared here")
        .AddHelp("make the effect `idempotent`, by a key if the same value comes again");
    return report;
  }

  Context& context_;
  Reach loops_;
  Reach sagas_;
};

}  // namespace

void CheckRepeatedEffects(Context& context) { RepetitionChecker(context).Check(); }

}  // namespace meshc::sema
