#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics_6_backends.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/write_artifacts.h"
#include "compiler/driver/compilation/check_backends.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/compilation/recorded_reads.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/releases/lock_store.h"
#include "compiler/driver/releases/version_loader.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {
namespace {

namespace diag = diagnostics::diag;
namespace fs = std::filesystem;

/// What a frozen tree would have to let happen.
void RefuseChanges(const Changes& changes, Compilation& c) {
  const auto refuse = [&](const std::string& path, const char* what) {
    c.diagnostics.Report(diag::OutOfDate, {}, diagnostics::Lexeme{path}, diagnostics::Reason{what});
  };
  for (const FileWrite& write : changes.writes) refuse(write.path, "written");
  for (const std::string& path : changes.removals) refuse(path, "removed");
}

fs::path Normal(const fs::path& path) { return (path.empty() ? fs::path(".") : path).lexically_normal(); }

/// The folder of the handlers as it is reached from the output folder, so that a tree names no machine.
std::string ActorsFromOutput(const CompileOptions& options) {
  fs::path actors = options.actors;
  if (actors.empty()) actors = fs::path(options.common.files.front()).parent_path() / "actors";
  fs::path folder = Normal(options.folder);
  actors = Normal(actors);
  // Where a path climbs out of the current folder, only its full name tells what lies between.
  const bool climbs = *folder.begin() == ".." || *actors.begin() == "..";
  if (climbs || folder.is_absolute() != actors.is_absolute()) {
    folder = Normal(fs::absolute(folder));
    actors = Normal(fs::absolute(actors));
  }
  return actors.lexically_relative(folder).generic_string();
}

/// Up from the output folder to where the handlers are below, too. `actors`: as it is reached from there.
codegen::BuildPlace PlaceOf(const std::string& actors, const std::string& output) {
  const fs::path way = actors;
  const auto ups = std::find_if(way.begin(), way.end(), [](const fs::path& part) { return part != ".."; });
  codegen::BuildPlace place;
  fs::path folder = Normal(fs::absolute(output));
  if (!folder.has_filename()) folder = folder.parent_path();
  fs::path tree;
  for (auto up = way.begin(); up != ups; ++up, folder = folder.parent_path()) {
    place.context += "/..";
    tree = tree.empty() ? folder.filename() : folder.filename() / tree;
  }
  if (!tree.empty()) place.tree = tree.generic_string();
  return place;
}

/// What meshc did not write, it overwrites only if it is told to.
void RefuseForeign(const WritePlan& plan, Compilation& c) {
  for (const std::string& path : plan.foreign) {
    c.diagnostics.Report(diag::ForeignFile, {}, diagnostics::Lexeme{path})
        .AddHelp("move it out of the way, compile to another folder, or give --force to overwrite it");
  }
}

/// What the lock beside the root file holds. None: it cannot be read, which has been said.
std::optional<LockStore> ReadReleased(const std::string& file, Compilation& c, World& world) {
  const std::string lock = LockBeside(file);
  if (!c.table || !world.files.Exists(lock)) return LockStore();
  const RecordedReads recorded(world.files);
  World reading{world.in,     world.out,       world.err,       recorded,
                world.output, world.processes, world.run_files, world.err_takes_colour};
  auto store = ReadLockStore(lock, c, reading);
  c.read_digests.insert(recorded.digests().begin(), recorded.digests().end());
  return store;
}

/// Those of the mesh itself that are not the one that is compiled.
std::vector<mesh::contract::Version> OthersOf(const LockStore& store, const Compilation& c) {
  std::vector<mesh::contract::Version> others;
  for (const auto& version : store.versions) {
    if (version->table.mesh != c.table->mesh || version->table.digest == c.table->digest) continue;
    const versions::Version view = version->View();
    // Two of one digest are one table; what the later one promises counts.
    std::erase_if(others, [&](const auto& other) { return other.table->digest == view.table->digest; });
    others.emplace_back(view.table, view.promises);
  }
  return others;
}

}  // namespace

int RunCommand(const CompileOptions& options, World& world) {
  const std::string actors = ActorsFromOutput(options);
  if (actors == ".") {
    return Complain("`" + options.folder +
                        "` is where the handlers stand: give another folder by -o, or theirs by --actors",
                    world);
  }
  codegen::ChartOptions chart = options.chart;
  chart.place = PlaceOf(actors, options.folder);
  const CompileRequest request{.path = options.common.files.front(),
                               .imports = options.common.imports,
                               .last = Stage::kArtifacts,
                               .root = sema::RootKind::kMesh,
                               .only = options.only,
                               .actors = actors,
                               .chart = chart};
  const auto c = Compile(request, world.files);
  if (const std::string refusal = RefuseDeploy(options.chart.deploy, *c); !refusal.empty())
    return Complain(refusal, world);
  CheckBackends(options.only, options.chart, *c);
  const bool needs_others = IsWanted(request.only, "routes") || IsWanted(request.only, "helm");
  const auto released = needs_others ? ReadReleased(request.path, *c, world) : LockStore();
  if (!released) return kUsage;
  if (c->table) Generate(request, OthersOf(*released, *c), *c);
  WritePlan plan;
  if (c->table && !c->diagnostics.HasErrors())
    plan = PlanWrites(*c, options.folder, options.only, world.output);
  for (std::string& remark : plan.remarks)
    c->diagnostics.Report(diag::HandlerFile, {}, diagnostics::Reason{std::move(remark)});
  if (!options.force) RefuseForeign(plan, *c);
  if (options.frozen) RefuseChanges(plan.changes, *c);
  Settle(options.common, *c);
  const auto stdout_use = options.depfile == kStandardOutput ? StdoutUse::kData : StdoutUse::kFree;
  const int exit_code = Report(options.common, {c.get()}, stdout_use, world);
  if (exit_code != kClean || options.frozen) return exit_code;

  if (!options.depfile.empty()) {
    const auto target = (std::filesystem::path(options.folder) / "mesh-manifest.json").string();
    plan.changes.writes.push_back({options.depfile, PrintDepfile(*c, target)});
  }
  return Deliver(std::move(plan.changes), world);
}

}  // namespace meshc::driver
