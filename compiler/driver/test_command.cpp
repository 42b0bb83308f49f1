#include <iterator>
#include <ostream>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/junit_suites.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::driver {
namespace {

using mesh::deterministic::ScenarioResult;

std::vector<ScenarioResult> RunScenariosOf(const Compilation& c, const std::string& filter) {
  if (!c.table || c.diagnostics.HasErrors()) return {};
  return mesh::deterministic::RunScenarios(c.table->View(), *c.scenarios, [&](const std::string& title) {
    return title.find(filter) != std::string::npos;
  });
}

bool AllPassed(const std::vector<ScenarioResult>& results) {
  for (const ScenarioResult& result : results) {
    if (!result.passed) return false;
  }
  return true;
}

}  // namespace

int RunCommand(const TestOptions& options, World& world) {
  std::vector<std::unique_ptr<Compilation>> compilations;
  std::vector<const Compilation*> all;
  std::vector<ScenarioResult> results;
  for (const std::string& path : options.common.files) {
    auto c = Compile({path, options.common.imports, Stage::kTable}, world.files);
    Settle(options.common, *c);
    auto own = RunScenariosOf(*c, options.filter);
    std::move(own.begin(), own.end(), std::back_inserter(results));
    all.push_back(c.get());
    compilations.push_back(std::move(c));
  }

  int exit_code = Report(options.common, all, world);
  world.out << mesh::deterministic::PrintResults(results, options.trace);
  if (!options.junit.empty()) {
    if (const auto reason =
            world.output.Commit({{{options.junit, PrintJunit(ScenarioSuites(results))}}, {}})) {
      world.err << "meshc: " << *reason << "\n";
      return kUsage;
    }
  }
  if (exit_code == kClean && !AllPassed(results)) exit_code = kFindings;
  return exit_code;
}

}  // namespace meshc::driver
