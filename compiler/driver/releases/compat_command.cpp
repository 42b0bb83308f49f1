#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/releases/compat_findings.h"
#include "compiler/driver/releases/failed_comparison.h"
#include "compiler/driver/releases/lock_store.h"
#include "compiler/driver/releases/rollout_waves.h"
#include "compiler/driver/releases/version_commands.h"
#include "compiler/driver/releases/version_loader.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/pipeline/read_error.h"
#include "compiler/versions/traffic.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;
namespace diag = diagnostics::diag;

/// The exceptions of the lock beside the file count, whatever is compared with.
void AddOwnExceptions(const CompatOptions& options, LoadedVersions& loaded, Compilation& current,
                      World& world) {
  const std::string lock = LockBeside(options.common.files.front());
  const bool named =
      options.against.empty() || std::ranges::find(options.against, lock) != options.against.end();
  if (named || !world.files.Exists(lock)) return;
  if (auto store = ReadLockStore(lock, current, world)) {
    for (auto& each : store->lock.exceptions) loaded.exceptions.push_back(std::move(each));
  }
}

/// Meshes of different names that share no actor are no versions of each other.
bool AreRelated(const mesh::route::TableData& a, const mesh::route::TableData& b) {
  if (a.mesh == b.mesh || a.actors.empty() || b.actors.empty()) return true;
  return std::ranges::any_of(a.actors, [&](const auto& actor) {
    return std::ranges::any_of(b.actors, [&](const auto& other) { return other.name == actor.name; });
  });
}

void DropUnrelated(const Compilation& current, LoadedVersions& loaded, diagnostics::Diagnostics& found) {
  std::erase_if(loaded.versions, [&](const auto& version) {
    if (AreRelated(*current.table, version->table)) return false;
    found.Report(diag::UnrelatedMeshes, {}, diagnostics::Name{version->table.mesh},
                 diagnostics::Reason{version->name}, diagnostics::Name{current.table->mesh});
    return true;
  });
}

std::string Print(const versions::Report& report, VersionFormat format) {
  switch (format) {
    case VersionFormat::kJson: return PrintReportJson(report);
    case VersionFormat::kMarkdown: return PrintReportMarkdown(report);
    default: return PrintReportText(report);
  }
}

/// None: the file cannot be read, which has been said. What is malformed is a finding in `current`.
std::optional<std::vector<versions::TrafficLine>> ReadTraffic(const std::string& path, Compilation& current,
                                                              World& world) {
  const auto read = world.files.Read(path);
  if (const auto* error = std::get_if<source::ReadError>(&read)) {
    world.err << "meshc: " << pipeline::DescribeReadError(path, *error) << "\n";
    return std::nullopt;
  }
  auto traffic = versions::ReadTraffic(std::get<std::string>(read));
  if (auto* lines = std::get_if<std::vector<versions::TrafficLine>>(&traffic)) return std::move(*lines);
  const auto& wrong = std::get<versions::TrafficProblem>(traffic);
  current.diagnostics.Report(diag::MalformedTraffic, {}, diagnostics::Number{wrong.line},
                             diagnostics::Name{path}, diagnostics::Reason{wrong.message});
  return std::vector<versions::TrafficLine>{};
}

/// Judges the current version against those that are loaded.
class Comparison {
 public:
  Comparison(const CompatOptions& options, const std::string& today, const LoadedVersions& loaded,
             source::SourceRange mesh_line, Compilation& current, World& world)
      : options_(options),
        mesh_line_(mesh_line),
        loaded_(loaded),
        current_(current),
        world_(world),
        table_(current.table->View()),
        promises_(codegen::BuildPromises(*current.mesh, *current.table)) {
    own_.name = current.path, own_.table = &table_, own_.promises = promises_.View();
    for (const auto& version : loaded.versions) others_.push_back(version->View());
    judgement_.require = options.require;
    judgement_.severities = options.severities;
    judgement_.exceptions = loaded.exceptions;
    DropExpired(today, judgement_.exceptions, current);
    report_ = versions::Judge(own_, others_, judgement_);
  }

  /// Exceptions of the locks that are compared with; each has to match something.
  void CheckExceptions(const std::vector<versions::Exception>& told) {
    ReportUnused(told, report_, current_);
  }

  /// False: what is known already cannot be read, which has been said.
  bool HideKnown() {
    if (options_.only_new.empty()) return true;
    const LoadedVersions known = LoadVersions(options_.common, {KnownWhat()}, current_, world_);
    if (known.usage) return false;
    std::size_t hidden = 0;
    for (const auto& version : known.versions)
      hidden += versions::HideKnown(versions::Judge(version->View(), others_, judgement_), report_);
    if (hidden > 0)
      world_.err << fmt::format("meshc: note: {} that `{}` has already {} not shown\n",
                                hidden == 1 ? "1 finding" : fmt::format("{} findings", hidden),
                                options_.only_new, hidden == 1 ? "is" : "are");
    return true;
  }

  void CountHits(const std::vector<versions::TrafficLine>& traffic) {
    versions::CountHits(own_, others_, traffic, report_);
  }

  /// The plan, for the chart in `folder`.
  int WriteWaves(const fs::path& folder) {
    // The newest that is another one: what was locked may be these sources already.
    const auto running = std::find_if(others_.rbegin(), others_.rend(), [&](const versions::Version& other) {
      return other.table->digest != table_.digest;
    });
    if (running == others_.rend())
      return Complain("there is no other version to come from: name the one that runs by --against", world_);
    const std::string from(running->table->digest);
    for (const std::string& digest : {from, std::string(table_.digest)}) {
      const std::string file = (folder / "routes" / (digest + ".json")).string();
      if (world_.output.Exists(file) || world_.output.Exists(file + ".gz")) continue;
      return Complain(fmt::format("`{}` is not there: lock the version that runs, compile the chart of these "
                                  "sources, and give its folder",
                                  file),
                      world_);
    }
    const auto waves = WavesOf(report_, table_, from);
    if (waves.empty()) world_.err << "meshc: note: no order keeps every promise: there are no waves\n";
    Changes changes;
    for (auto& [name, file] : codegen::RenderWaves(waves, std::string(table_.digest)))
      changes.writes.push_back({(folder / name).string(), std::move(file.content)});
    // Of a plan that had more of them.
    for (std::size_t i = waves.size() + 1;; ++i) {
      std::string path = (folder / fmt::format("values-wave-{}.yaml", i)).string();
      if (!world_.output.Exists(path)) break;
      changes.removals.push_back(std::move(path));
    }
    return Deliver(std::move(changes), world_);
  }

  const versions::Report& Finish() {
    ReportFindings(loaded_.versions, versions::Places(*current_.mesh, mesh_line_), report_, current_);
    return report_;
  }

 private:
  /// A commit by itself, or anything that `--against` takes and that looks so.
  std::string KnownWhat() const {
    const std::string& word = options_.only_new;
    const bool is_what = word.starts_with("git:") || word.ends_with(".flow") || word.ends_with(".json");
    return is_what ? word : "git:" + word;
  }

  const CompatOptions& options_;
  const source::SourceRange mesh_line_;
  const LoadedVersions& loaded_;
  Compilation& current_;
  World& world_;
  mesh::contract::RouteTable table_;
  mesh::compatibility::PromisesData promises_;
  versions::Version own_;
  std::vector<versions::Version> others_;
  versions::Judgement judgement_;
  versions::Report report_;
};

int Fail(const CompatOptions& options, Compilation& current, World& world) {
  Settle(options.common, current);
  if (options.format == VersionFormat::kJson && !current.unreadable)
    world.out << PrintFailedReport(current, options.require);
  return Report(options.common, {&current}, StdoutUse::kData, world);
}

}  // namespace

int RunCommand(const CompatOptions& options, World& world) {
  const std::string& file = options.common.files.front();
  const auto today = TodayOf(options.today, world);
  if (!today) return kUsage;
  auto current = Compile({file, options.common.imports, Stage::kTable}, world.files);
  if (!current->table) return Fail(options, *current, world);
  const source::SourceRange mesh_line = MeshLineOf(*current);
  ForgetTrees(*current);
  std::vector<std::string> against = options.against;
  if (against.empty()) against.push_back(LockBeside(file));
  if (options.against.empty() && !world.files.Exists(against.front())) {
    world.err << fmt::format("meshc: there is no {} to compare with: give --against\n", against.front());
    return kUsage;
  }
  // Only what is found between versions is told: `check` tells the rest.
  current->diagnostics = {};
  LoadedVersions loaded = LoadVersions(options.common, against, *current, world);
  if (loaded.usage) return kUsage;
  const std::vector<versions::Exception> told = loaded.exceptions;
  AddOwnExceptions(options, loaded, *current, world);
  DropUnrelated(*current, loaded, current->diagnostics);
  std::optional<std::vector<versions::TrafficLine>> traffic;
  if (!options.traffic.empty() && !(traffic = ReadTraffic(options.traffic, *current, world))) return kUsage;
  // There is nothing to judge, or not all of it.
  if (current->diagnostics.HasErrors()) return Fail(options, *current, world);
  NoteUnknownDay(*today, loaded.exceptions, world);
  Comparison comparison(options, *today, loaded, mesh_line, *current, world);
  comparison.CheckExceptions(told);
  if (!comparison.HideKnown()) return kUsage;
  if (traffic) comparison.CountHits(*traffic);
  world.out << Print(comparison.Finish(), options.format);
  Settle(options.common, *current);
  const int exit_code = Report(options.common, {current.get()}, StdoutUse::kData, world);
  if (exit_code == kUsage || options.waves.empty()) return exit_code;
  return std::max(exit_code, comparison.WriteWaves(options.waves));
}

}  // namespace meshc::driver
