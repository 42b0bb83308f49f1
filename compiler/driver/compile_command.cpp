#include <filesystem>
#include <ostream>

#include "compiler/driver/check_backends.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/deliver.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/write_artifacts.h"

namespace meshc::driver {
namespace {

int ReportFrozen(const Changes& changes, World& world) {
  for (const FileWrite& write : changes.writes) world.err << "meshc: would change: " << write.path << "\n";
  for (const std::string& path : changes.removals) world.err << "meshc: would remove: " << path << "\n";
  return changes.empty() ? kClean : kFindings;
}

}  // namespace

int RunCommand(const CompileOptions& options, World& world) {
  const auto c = Compile({options.common.files.front(), options.common.imports, Stage::kArtifacts,
                          sema::RootKind::kMesh, options.only},
                         world.files);
  CheckBackends(options.only, *c);
  Settle(options.common, *c);
  const auto stdout_use = options.depfile == kStandardOutput ? StdoutUse::kData : StdoutUse::kFree;
  const int exit_code = Report(options.common, {c.get()}, stdout_use, world);
  if (exit_code != kClean) return exit_code;

  WritePlan plan = PlanWrites(*c, options.folder, options.only, world.output);
  for (const std::string& path : plan.orphans) {
    world.err << "meshc: nothing in the mesh needs `" << path << "` any more; it is left as it is\n";
  }
  if (options.frozen) return ReportFrozen(plan.changes, world);
  if (!options.depfile.empty()) {
    const auto target = (std::filesystem::path(options.folder) / "mesh-manifest.json").string();
    plan.changes.writes.push_back({options.depfile, PrintDepfile(*c, target)});
  }
  return Deliver(std::move(plan.changes), world);
}

}  // namespace meshc::driver
