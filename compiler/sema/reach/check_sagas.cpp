#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/reach/reach.h"
#include "compiler/sema/reach/undo_binder.h"

namespace meshc::sema {
namespace {

class SagaChecker {
 public:
  explicit SagaChecker(Context& context) : context_(context), reach_(ReachFromSagas(context)) {}

  void Check() {
    for (const FlowId flow : context_.program.flows.ids())
      context_.program.flows[flow].in_saga = reach_[flow.index] != nullptr;
    for (const LooseJoin& join : context_.sites.joins) {
      if (IsInSaga(join.around)) ReportJoin(join);
    }
    for (const EffectCall& call : context_.sites.effects) {
      if (IsInSaga(call.around)) CheckCall(call);
    }
  }

 private:
  bool IsInSaga(const Surroundings& around) const {
    return around.saga.has_value() || context_.program.flows[around.flow].in_saga;
  }

  /// Points at the saga around a place, or at the call in a saga that leads there.
  void LabelSaga(diagnostics::Builder report, const Surroundings& around) const {
    if (around.saga.has_value())
      report.AddLabel(around.saga, "the saga");
    else
      LabelReach(report, context_, reach_, around.flow, "a saga");
  }

  void ReportJoin(const LooseJoin& join) {
    auto report = context_.diagnostics.Report(diag::JoinInSaga, join.clause,
                                              Lexeme{std::string(context_.sources.Text(join.clause))});
    LabelSaga(report, join.around);
    report.AddHelp("leave it out: in a saga a join waits for all branches, so that all can be undone");
  }

  void CheckCall(const EffectCall& call) {
    CallFacts& facts = context_.FactsAt(call.facts);
    const types::Actor& actor = context_.declarations().actors[facts.actor];
    if (actor.undo.has_value()) {
      if (!call.tapped) facts.undo = UndoBinder(context_, call, facts).Bind();
      return;
    }
    if (context_.broken_undos.contains(actor.name)) return;
    auto report = context_.diagnostics.Report(diag::MissingUndo, call.range, Name{actor.name});
    report.AddLabel(actor.origin.range, "its effect is declared here");
    LabelSaga(report, call.around);
    report.AddHelp("add `undo ...;` to `" + actor.name + "`, with a processor that takes its effect back");
  }

  Context& context_;
  Reach reach_;
};

}  // namespace

void CheckSagas(Context& context) { SagaChecker(context).Check(); }

}  // namespace meshc::sema
