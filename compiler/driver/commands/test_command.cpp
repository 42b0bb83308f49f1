#include <algorithm>
#include <ostream>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/expression_place.h"
#include "compiler/driver/commands/flow_files.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/findings/junit_suites.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {
namespace {

using mesh::deterministic::ScenarioResult;

/// Behind what says that an expression failed: where it stands in the source.
void AddPlace(const Compilation& c, ScenarioResult& result) {
  if (!result.envelope.status.error) return;
  const std::string place = PlaceInSource(c, *result.envelope.status.error);
  if (place.empty()) return;
  for (std::string& failure : result.failures) {
    if (failure.find(result.envelope.status.error->message) != std::string::npos)
      failure += "\n  it stands in " + place;
  }
}

void RunScenarios(Compilation& c, const std::string& filter) {
  if (!c.table || c.diagnostics.HasErrors()) return;
  c.results = mesh::deterministic::RunScenarios(c.table->View(), *c.scenarios, [&](const std::string& title) {
    return title.find(filter) != std::string::npos;
  });
  for (ScenarioResult& result : c.results) AddPlace(c, result);
}

std::vector<ScenarioResult> AllResults(const std::vector<const Compilation*>& compilations) {
  std::vector<ScenarioResult> results;
  for (const Compilation* c : compilations)
    results.insert(results.end(), c->results.begin(), c->results.end());
  return results;
}

/// In formats for machines the results are findings, and nothing else stands between them.
bool PrintsResults(const TestOptions& options) {
  return options.common.format == FindingFormat::kText || options.trace;
}

/// What was asked for as a document has standard output for itself.
bool PrintsDocument(const TestOptions& options) {
  return options.junit == kStandardOutput ||
         std::ranges::any_of(options.common.sinks,
                             [](const FindingSink& sink) { return sink.path == kStandardOutput; });
}

/// The last line is how many scenarios hold, whatever the format is.
void Print(const TestOptions& options, const std::vector<ScenarioResult>& results, World& world) {
  if (PrintsResults(options))
    (PrintsDocument(options) ? world.err : world.out)
        << mesh::deterministic::PrintResults(results, options.trace);
  else
    world.err << mesh::deterministic::PrintCount(results);
}

}  // namespace

int RunCommand(const TestOptions& options, World& world) {
  const auto files = FindFlowFiles(options.common.files, world);
  if (!files) return kUsage;
  std::vector<std::unique_ptr<Compilation>> compilations;
  std::vector<const Compilation*> all;
  for (const std::string& path : *files) {
    auto c =
        Compile({path, options.common.imports, Stage::kTable, sema::RootKind::kMeshOrLibrary}, world.files);
    Settle(options.common, *c);
    RunScenarios(*c, options.filter);
    all.push_back(c.get());
    compilations.push_back(std::move(c));
  }

  const bool data = PrintsResults(options) || options.junit == kStandardOutput;
  const int found = Report(options.common, all, data ? StdoutUse::kData : StdoutUse::kFree, world);
  const std::vector<ScenarioResult> results = AllResults(all);
  Print(options, results, world);
  if (options.junit.empty()) return found;
  return std::max(found, Deliver(options.junit, PrintJunit(ScenarioSuites(results)), world));
}

}  // namespace meshc::driver
