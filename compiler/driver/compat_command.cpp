#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/compat_findings.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/lock_store.h"
#include "compiler/driver/version_commands.h"
#include "compiler/driver/version_loader.h"

namespace meshc::driver {
namespace {

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

/// `told`: the exceptions of the locks that are compared with, of which none may be idle.
versions::Report Compare(const CompatOptions& options, const std::vector<versions::Exception>& told,
                         LoadedVersions& loaded, Compilation& current) {
  const auto table = current.table->View();
  const auto promises = codegen::BuildPromises(*current.mesh, *current.table);
  versions::Version own;
  own.name = current.path, own.table = &table, own.promises = promises.View();
  std::vector<versions::Version> others;
  for (const auto& version : loaded.versions) others.push_back(version->View());
  DropExpired(TodayOf(options.today), loaded.exceptions, current);
  versions::Report report = versions::Judge(own, others, options.require, loaded.exceptions);
  ReportUnused(told, report, current);
  ReportFindings(loaded.versions, versions::Places(*current.mesh), report, current);
  return report;
}

}  // namespace

int RunCommand(const CompatOptions& options, World& world) {
  const std::string& file = options.common.files.front();
  auto current = Compile({file, options.common.imports, Stage::kTable}, world.files);
  if (!current->table) {
    Settle(options.common, *current);
    return Report(options.common, {current.get()}, StdoutUse::kData, world);
  }
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
  if (current->diagnostics.HasErrors()) {  // There is nothing to judge, or not all of it.
    Settle(options.common, *current);
    return Report(options.common, {current.get()}, StdoutUse::kData, world);
  }
  if (!loaded.exceptions.empty() && TodayOf(options.today).empty())
    world.err
        << "meshc: note: no day is given (--today, SOURCE_DATE_EPOCH), so exceptions count as not expired\n";
  const versions::Report report = Compare(options, told, loaded, *current);
  world.out << (options.format == VersionFormat::kJson ? PrintReportJson(report) : PrintReportText(report));
  Settle(options.common, *current);
  return Report(options.common, {current.get()}, StdoutUse::kData, world);
}

}  // namespace meshc::driver
