#include <algorithm>
#include <ostream>
#include <utility>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/flow_files.h"
#include "compiler/driver/commands/mend_files.h"
#include "compiler/driver/commands/print_stage.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"

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

/// Mends what can be mended in the files, and tells how much. False: they could not be written.
bool MendOnDisk(const CommonOptions& options, OverlayFiles& files, World& world) {
  const auto counts = MendFiles(options, files);
  Changes changes;
  for (const auto& [path, count] : counts) changes.writes.push_back({path, files.above().at(path)});
  if (Rewrite(std::move(changes), world) != kClean) return false;
  std::ostream& told = options.format == FindingFormat::kText ? world.out : world.err;
  for (const auto& [path, count] : counts)
    told << path << ": " << count << (count == 1 ? " mend" : " mends") << "\n";
  return true;
}

}  // namespace

int RunCommand(const CheckOptions& given, World& world) {
  CheckOptions options = given;
  auto paths = FindFlowFiles(given.common.files, world);
  if (!paths) return kUsage;
  options.common.files = std::move(*paths);
  OverlayFiles files(world.files);
  if (options.fix && !MendOnDisk(options.common, files, world)) return kUsage;
  std::vector<std::unique_ptr<Compilation>> compilations;
  std::vector<const Compilation*> all;
  std::string printed;
  for (const std::string& path : options.common.files) {
    const CompileRequest request{path, options.common.imports, LastStage(options),
                                 sema::RootKind::kMeshOrLibrary};
    auto c = Compile(request, files);
    if (request.last == Stage::kArtifacts) Generate(request, {}, *c);
    for (const Stage stage : options.prints) printed += PrintStage(*c, stage);
    Settle(options.common, *c);
    all.push_back(c.get());
    compilations.push_back(std::move(c));
  }
  world.out << printed;
  if (options.report) world.out << PrintReport(options.common.format, all);
  const bool data = options.report || !options.prints.empty();
  const int exit_code = Report(options.common, all, data ? StdoutUse::kData : StdoutUse::kFree, world);
  if (options.stats) {
    for (const Compilation* c : all) world.err << c->path << "\n" << PrintTimes(c->clock.times());
  }
  return exit_code;
}

}  // namespace meshc::driver
