// MC5011: a flow may take longer than its sla.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/budget/budget.h"
#include "compiler/budget/words.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"

namespace meshc::budget {
namespace {

namespace diag = diagnostics::diag;

std::string VisitText(const Contribution& part) {
  const Visit& visit = part.step.visit;
  if (visit.attempts <= 1) return "";
  std::string text = fmt::format("{} attempts of {}", visit.attempts, TimeText(Amount(visit.attempt_ns)));
  if (!(visit.pauses == Amount())) text += fmt::format(" and {} of back-off", TimeText(visit.pauses));
  return text;
}

/// `generator` takes 12m 21s: 3 times 4m 7s (4 attempts of 1m and 7s of back-off)
std::string NoteText(const Contribution& part) {
  std::string text = fmt::format("`{}` takes {}", part.step.text, TimeText(part.time));
  const std::string visit = VisitText(part);
  // The calls of a flow may differ in how they end, and so in their times.
  const bool alike = part.step.time * part.times == part.time;
  if (alike && Amount(1) < part.times) {
    const std::string times = part.times.is_bounded() ? fmt::format("{}", part.times.value()) : "n";
    text += fmt::format(": {} times {}", times, TimeText(part.step.time));
    if (!visit.empty()) text += fmt::format(" ({})", visit);
  } else if (!visit.empty()) {
    text += ": " + visit;
  }
  return text;
}

auto Begin(const sema::Flow& flow, const FlowBudget& budget, source::SourceRange range,
           diagnostics::Diagnostics& diagnostics) {
  auto report = diagnostics.Report(diag::SlaExceeded, range, diagnostics::Name{flow.name},
                                   diagnostics::Reason{TimeText(budget.clocked.time)},
                                   diagnostics::Reason{TimeText(Amount(flow.sla_ns))});
  if (!budget.clocked.time.is_bounded()) {
    report.AddNote("this `each` has a `width` but no `max`", budget.endless.time);
  }
  for (const Contribution& part : budget.largest) report.AddNote(NoteText(part), part.step.range);
  report.SetPath(budget.clocked.path);
  return report;
}

void Warn(const sema::Flow& flow, const FlowBudget& budget, diagnostics::Diagnostics& diagnostics) {
  Begin(flow, budget, flow.declaration->sla.range, diagnostics)
      .AddHelp("lower a `timeout`, a `retry` or a `max`, or allow a longer `sla`");
}

/// Where the deploy gives the actor its timeout; none: nowhere.
source::SourceRange TimeoutOf(const types::Declarations& declarations, const types::Deploy& deploy,
                              const std::string& actor) {
  for (const types::ActorId id : declarations.actors.ids()) {
    if (declarations.actors[id].name != actor) continue;
    const auto timeout = types::SettingsOf(declarations, deploy, id).timeout_ns;
    return timeout ? timeout->range : source::SourceRange();
  }
  return {};
}

void Warn(const sema::Flow& flow, const FlowBudget& budget, const types::Declarations& declarations,
          const types::Deploy& deploy, diagnostics::Diagnostics& diagnostics) {
  auto report = Begin(flow, budget, deploy.origin.range, diagnostics);
  report.AddLabel(flow.declaration->sla.range, "the `sla`");
  if (!budget.largest.empty()) {
    const source::SourceRange timeout = TimeoutOf(declarations, deploy, budget.largest.front().step.text);
    if (timeout.has_value()) report.AddLabel(timeout, "what takes longest gets its time here");
  }
  report.AddNote("so it is in the deploy `" + deploy.name + "`; without it the `sla` is kept")
      .AddHelp("lower a `timeout` or a `retry` of the deploy, or allow a longer `sla`");
}

/// True if calls may take another time than without it.
bool ChangesTimes(const types::Declarations& declarations, const types::Deploy& deploy) {
  const auto changes = [](const types::ActorSettings& settings) {
    return settings.timeout_ns.has_value() || settings.retry.has_value();
  };
  if (changes(deploy.defaults)) return true;
  return std::any_of(deploy.actors.begin(), deploy.actors.end(), [&](const types::DeployedActor& named) {
    return changes(types::SettingsOf(declarations, deploy, named.actor));
  });
}

}  // namespace

void CheckSlas(const sema::TypedProgram& program, const Budgets& budgets,
               diagnostics::Diagnostics& diagnostics) {
  for (const FlowBudget& budget : budgets) {
    const sema::Flow& flow = program.flows[budget.flow];
    if (budget.exceeds(flow.sla_ns)) Warn(flow, budget, diagnostics);
  }
}

void CheckDeployedSlas(const sema::TypedProgram& program, const types::ArisingErrors& arising,
                       const Budgets& budgets, diagnostics::Diagnostics& diagnostics) {
  const bool promised = std::any_of(budgets.begin(), budgets.end(), [&](const FlowBudget& budget) {
    return program.flows[budget.flow].sla_ns > 0;
  });
  if (!promised) return;
  for (const types::Deploy& deploy : program.declarations.deploys) {
    if (!ChangesTimes(program.declarations, deploy)) continue;
    const Budgets deployed = FindBudgets(program, arising, deploy);
    for (std::size_t i = 0; i < deployed.size(); ++i) {
      const sema::Flow& flow = program.flows[deployed[i].flow];
      const bool kept_without = !budgets[i].exceeds(flow.sla_ns);
      if (kept_without && deployed[i].exceeds(flow.sla_ns))
        Warn(flow, deployed[i], program.declarations, deploy, diagnostics);
    }
  }
}

}  // namespace meshc::budget
