#include "tests/unit/compiler/budget/budgeted.h"

#include <fmt/format.h>

#include <stdexcept>

#include "compiler/analysis/arising.h"
#include "compiler/budget/words.h"

namespace meshc::budget::test {
namespace {

constexpr std::string_view kBefore = R"(mesh test;
error broken recoverable;
error lost: broken;
error busy retriable;
record Item { id: string; }
envelope Job {
  in text: string; in urgent: bool; in items: [Item]; in few: [Item](..4);
  var n: int = 0; var ok: bool; var found: [bool] = []; note: string; log seen: string;
}
processor second() { timeout 1s; }
processor ten() { timeout 10s; }
processor minute() { timeout 1m; }
processor hour() { timeout 1h; }
processor breaks() { raises broken; timeout 10s; }
processor loses() { raises lost; timeout 10s; }
@cost(0.01) processor paid() -> (ok: bool) { raises busy; timeout 5s; retry 3 backoff constant 1s; }
processor books() { timeout 10s; effect idempotent; undo unbooks; }
@cost(0.5) processor unbooks() { timeout 7s; retry 2; effect idempotent; }
processor pays() { timeout 20s; effect idempotent; undo refunds; }
processor refunds() { timeout 3s; effect idempotent; }
router choose(urgent: bool) -> { now, later } { timeout 2s; }
router plan(urgent: bool) -> steps { second, ten, paid } max 4 { timeout 2s; }
flow main on Job {
)";

std::string TimeAndPath(const TimeBudget& budget) {
  std::string text = TimeText(budget.time);
  return budget.path.empty() ? text : fmt::format("{}: {}", text, fmt::join(budget.path, " > "));
}

}  // namespace

const FlowBudget& Budgeted::Of(std::string_view flow) const {
  for (const FlowBudget& budget : budgets) {
    if (checked.program.flows[budget.flow].name == flow) return budget;
  }
  throw std::out_of_range("no such flow");
}

std::string Budgeted::Longest(std::string_view flow) const { return TimeAndPath(Of(flow).longest); }
std::string Budgeted::Clocked(std::string_view flow) const { return TimeAndPath(Of(flow).clocked); }

std::string Budgeted::Counts(std::string_view flow) const {
  const FlowBudget& budget = Of(flow);
  return fmt::format("{} hops, {} messages, cost {}", CountText(budget.hops), CountText(budget.messages),
                     MoneyText(budget.money));
}

std::vector<std::string> Budgeted::SlaWarnings() {
  diagnostics::Diagnostics found;
  CheckSlas(checked.program, budgets, found);
  std::vector<std::string> messages;
  for (const diagnostics::Diagnostic& one : found.all()) messages.push_back(one.message);
  return messages;
}

std::unique_ptr<Budgeted> BudgetsOf(std::string_view text) {
  auto budgeted = std::make_unique<Budgeted>();
  budgeted->checked = meshc::test::CheckText(std::string(text));
  for (const diagnostics::Diagnostic& one : budgeted->checked.diagnostics.all()) {
    if (one.severity == diagnostics::Severity::kError) throw std::invalid_argument(one.message);
  }
  budgeted->budgets = FindBudgets(budgeted->checked.program, analysis::FindArising(budgeted->checked.mesh));
  return budgeted;
}

std::unique_ptr<Budgeted> BudgetsOfBody(std::string_view body) {
  return BudgetsOf(fmt::format("{}{}\n}}\n", kBefore, body));
}

}  // namespace meshc::budget::test
