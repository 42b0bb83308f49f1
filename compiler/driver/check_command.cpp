#include <algorithm>
#include <ostream>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/print_stage.h"

namespace meshc::driver {
namespace {

/// `check` needs no table unless somebody wants to see one.
Stage LastStage(const CheckOptions& options) {
  if (options.stop_after) return *options.stop_after;
  Stage last = Stage::kFacts;
  for (const Stage stage : options.prints) last = std::max(last, stage);
  return last;
}

/// Of the files that were checked to the end. One JSON value, or a table per flow.
std::string PrintReport(FindingFormat format, const std::vector<const Compilation*>& compilations) {
  std::vector<budget::Report> reports;
  for (const Compilation* c : compilations) {
    if (c->budgets) reports.push_back({*c->program, c->sources, *c->budgets});
  }
  if (format == FindingFormat::kJson) return budget::PrintJson(reports);
  std::string text;
  for (const budget::Report& report : reports) text += (text.empty() ? "" : "\n") + budget::PrintText(report);
  return text;
}

}  // namespace

int RunCommand(const CheckOptions& options, World& world) {
  std::vector<std::unique_ptr<Compilation>> compilations;
  std::vector<const Compilation*> all;
  std::string printed;
  for (const std::string& path : options.common.files) {
    auto c = Compile({path, options.common.imports, LastStage(options)}, world.files);
    for (const Stage stage : options.prints) printed += PrintStage(*c, stage);
    Settle(options.common, *c);
    all.push_back(c.get());
    compilations.push_back(std::move(c));
  }
  world.out << printed;
  if (options.report) world.out << PrintReport(options.common.format, all);
  const int exit_code = Report(options.common, all, world);
  if (options.stats) {
    for (const Compilation* c : all) world.err << c->path << "\n" << PrintTimes(c->clock.times());
  }
  return exit_code;
}

}  // namespace meshc::driver
