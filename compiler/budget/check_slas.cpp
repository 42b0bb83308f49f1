// MC5011: a flow may take longer than its sla.
#include <fmt/format.h>

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

void Warn(const sema::Flow& flow, const FlowBudget& budget, diagnostics::Diagnostics& diagnostics) {
  auto report = diagnostics.Report(
      diag::SlaExceeded, flow.declaration->sla.range, diagnostics::Name{flow.name},
      diagnostics::Reason{TimeText(budget.clocked.time)}, diagnostics::Reason{TimeText(Amount(flow.sla_ns))});
  if (!budget.clocked.time.is_bounded()) {
    report.AddNote("this `each` has a `width` but no `max`", budget.endless.time);
  }
  for (const Contribution& part : budget.largest) report.AddNote(NoteText(part), part.step.range);
  report.AddHelp("lower a `timeout`, a `retry` or a `max`, or allow a longer `sla`");
  report.SetPath(budget.clocked.path);
}

}  // namespace

void CheckSlas(const sema::TypedProgram& program, const Budgets& budgets,
               diagnostics::Diagnostics& diagnostics) {
  for (const FlowBudget& budget : budgets) {
    const sema::Flow& flow = program.flows[budget.flow];
    if (budget.exceeds(flow.sla_ns)) Warn(flow, budget, diagnostics);
  }
}

}  // namespace meshc::budget
