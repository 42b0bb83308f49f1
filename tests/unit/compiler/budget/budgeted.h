// Budgets of flows that exist in memory only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/budget/budget.h"
#include "tests/support/checked_mesh.h"

namespace meshc::budget::test {

/// A checked program with its budgets.
struct Budgeted {
  meshc::test::CheckedMesh checked;
  Budgets budgets;

  const FlowBudget& Of(std::string_view flow) const;
  /// `1m 10s: a > b`; nothing behind the time if the path is empty.
  std::string Longest(std::string_view flow) const;
  /// The same for the time that counts against the sla.
  std::string Clocked(std::string_view flow) const;
  /// `3 hops, 5 messages, cost 0.02`
  std::string Counts(std::string_view flow) const;
  /// Messages of the warnings about slas.
  std::vector<std::string> SlaWarnings();
};

/// Throws if the text has errors.
std::unique_ptr<Budgeted> BudgetsOf(std::string_view text);

/// The same of `body` as the flow `main`, amid the declarations of budgeted.cpp.
std::unique_ptr<Budgeted> BudgetsOfBody(std::string_view body);
/// Of that flow.
inline std::string Longest(std::string_view body) { return BudgetsOfBody(body)->Longest("main"); }
inline std::string Counts(std::string_view body) { return BudgetsOfBody(body)->Counts("main"); }

}  // namespace meshc::budget::test
