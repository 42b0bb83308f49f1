#include "compiler/language_server/scenario_here.h"

#include <algorithm>

#include "compiler/queries/changes/scenario_plan.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::language_server {
namespace {

using mesh::deterministic::ScenarioResult;

/// Of the root with the scenario behind its text; none: it does not compile.
std::optional<ScenarioResult> Run(Session& session, const queries::CheckedRoot& root,
                                  const queries::ScenarioPlan& plan) {
  const std::string file(root.sources().Name(source::FileId{0}));
  const std::string text =
      std::string(root.sources().Text(source::FileId{0})) + "\n" + queries::PrintScenario(plan, {});
  const auto c = session.workspace().RunToTable(root.compilation().path, {{file, text}});
  if (!c->table || !c->scenarios || c->diagnostics.HasErrors()) return std::nullopt;
  auto results = mesh::deterministic::RunScenarios(
      c->table->View(), *c->scenarios, [&](const std::string& title) { return title == plan.title; });
  if (results.empty()) return std::nullopt;
  return std::move(results.front());
}

std::vector<std::string> ExpectationsOf(const ScenarioResult& result) {
  std::string visits;
  for (const std::string& visit : result.visits) visits += (visits.empty() ? "" : ", ") + visit;
  std::vector<std::string> lines{"expect visits " + (visits.empty() ? "none" : visits) + ";"};
  if (const auto& error = result.envelope.status.error)
    lines.push_back("expect outcome failed " + error->name + ";");
  return lines;
}

}  // namespace

std::optional<std::string> ScenarioHere(Session& session, const Cursor& cursor) {
  const queries::CheckedRoot& root = cursor.root();
  const auto plan = queries::PlanScenario(root, cursor.place);
  const auto result = plan ? Run(session, root, *plan) : std::nullopt;
  if (!result) return std::nullopt;
  const bool reached = std::any_of(result->trace.begin(), result->trace.end(),
                                   [&](const auto& entry) { return entry.point == plan->point; });
  if (!reached) return std::nullopt;
  return queries::PrintScenario(*plan, ExpectationsOf(*result));
}

}  // namespace meshc::language_server
