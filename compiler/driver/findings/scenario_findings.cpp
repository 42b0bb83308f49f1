#include "compiler/driver/findings/scenario_findings.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_0_driver.h"

namespace meshc::driver {
namespace {

using mesh::deterministic::ScenarioResult;

/// A scenario is known by its title and line once it has run.
source::SourceRange PlaceOf(const Compilation& c, const ScenarioResult& result) {
  const auto& all = c.mesh->scenarios;
  const auto found = std::find_if(all.begin(), all.end(), [&](const ir::Scenario& scenario) {
    return scenario.title == result.title &&
           c.sources.Locate(scenario.origin.file, scenario.origin.begin).line == result.line;
  });
  return found == all.end() ? source::SourceRange{} : found->origin;
}

}  // namespace

std::vector<diagnostics::Diagnostic> ScenarioFindings(const Compilation& c) {
  diagnostics::Diagnostics findings;
  for (const ScenarioResult& result : c.results) {
    if (result.passed) continue;
    auto report = findings.Report(diagnostics::diag::ScenarioFailed, PlaceOf(c, result),
                                  diagnostics::Lexeme{result.title});
    for (const std::string& failure : result.failures) report.AddNote(failure);
  }
  return std::move(findings.all());
}

}  // namespace meshc::driver
