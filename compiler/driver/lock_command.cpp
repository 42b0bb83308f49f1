#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/compat_findings.h"
#include "compiler/driver/deliver.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/lock_store.h"
#include "compiler/driver/version_commands.h"
#include "compiler/pipeline/read_error.h"
#include "compiler/versions/facts.h"

namespace meshc::driver {
namespace {

/// Where PrintLock writes the name of the mesh.
constexpr std::uint32_t kMeshLine = 2;

/// What one `meshc lock` makes of the lock.
class LockEdit {
 public:
  LockEdit(const LockOptions& options, std::string path, LockStore store, World& world)
      : options_(options), path_(std::move(path)), store_(std::move(store)), world_(world) {}

  /// Released once more, a version keeps its place, and its name unless it is given another one; otherwise it
  /// becomes the newest.
  int Add(const LoadedVersion& version) {
    versions::LockFile& lock = store_.lock;
    lock.mesh = version.table.mesh;
    auto place = std::ranges::find(lock.versions, version.table.digest, &versions::LockedVersion::digest);
    if (place == lock.versions.end())
      place = lock.versions.insert(place, {version.table.digest, options_.name, {}});
    if (!options_.name.empty()) place->name = options_.name;
    place->longest_ns = version.longest_ns;
    if (place + 1 == lock.versions.end()) TakeFacts(version);
    const std::string path = TablePath(path_, version.table.digest);
    changes_.writes.push_back({path, codegen::PrintRoutes(version.table.View(), version.promises.View())});
    return Write();
  }

  int Drop() {
    versions::LockFile& lock = store_.lock;
    const auto found = std::ranges::find(lock.versions, options_.drop, &versions::LockedVersion::digest);
    if (found == lock.versions.end()) {
      world_.err << fmt::format("meshc: {} has no version `{}`\n", path_, options_.drop);
      return kUsage;
    }
    if (found + 1 == lock.versions.end() && lock.versions.size() > 1)
      TakeFacts(*(store_.versions.end() - 2)->get());
    lock.versions.erase(found);
    if (lock.versions.empty()) lock.facts.clear();
    changes_.removals.push_back(TablePath(path_, options_.drop));
    return Write();
  }

  int Accept() {
    std::erase_if(store_.lock.exceptions, [&](auto& each) { return each.fingerprint == options_.accept; });
    store_.lock.exceptions.push_back({options_.accept, options_.until, options_.because, 0});
    std::ranges::sort(store_.lock.exceptions, {}, &versions::Exception::fingerprint);
    return Write();
  }

 private:
  void TakeFacts(const LoadedVersion& version) {
    store_.lock.facts = versions::FactsOf(version.table.View(), version.promises.View());
  }

  int Write() {
    changes_.writes.push_back({path_, versions::PrintLock(store_.lock)});
    return Deliver(std::move(changes_), world_);
  }

  const LockOptions& options_;
  std::string path_;
  LockStore store_;
  World& world_;
  Changes changes_;
};

/// Findings between any two of the versions: an exception may be of each.
versions::Report JudgeAll(const std::vector<const LoadedVersion*>& all) {
  versions::Report report;
  for (const LoadedVersion* own : all) {
    std::vector<versions::Version> others;
    for (const LoadedVersion* other : all) {
      if (other != own) others.push_back(other->View());
    }
    for (auto& found : versions::Judge(own->View(), others, {}).findings)
      report.findings.push_back(std::move(found));
  }
  return report;
}

/// Exceptions of a lock in which nothing else is wrong. The sources are a version, too: the newest exceptions
/// are for them; as long as they do not compile, nobody knows what is of no use.
void CheckExceptions(const LockOptions& options, const std::string& today, const LockStore& store,
                     Compilation& current, World& world) {
  std::vector<versions::Exception> exceptions = store.lock.exceptions;
  NoteUnknownDay(today, exceptions, world);
  DropExpired(today, exceptions, current);
  if (store.lock.exceptions.empty() || current.diagnostics.HasErrors()) return;
  auto source = Compile({current.path, options.common.imports, Stage::kTable}, world.files);
  if (!source->table) return;
  const auto own = TakeVersion(current.path, std::move(source));
  std::vector<const LoadedVersion*> all = {own.get()};
  for (const auto& version : store.versions) all.push_back(version.get());
  ReportUnused(store.lock.exceptions, JudgeAll(all), current);
}

/// A lock is of one mesh.
void RefuseOtherMesh(const LockStore& store, Compilation& current) {
  if (!current.table || store.lock.mesh.empty() || store.lock.mesh == current.table->mesh) return;
  current.diagnostics
      .Report(diagnostics::diag::LockOfOtherMesh, LineOf(current.sources, store.file, kMeshLine),
              diagnostics::Name{store.lock.mesh}, diagnostics::Name{current.table->mesh})
      .AddHelp("give each mesh a folder of its own, with a `mesh.lock` of its own");
}

}  // namespace

int RunCommand(const LockOptions& options, World& world) {
  const std::string& file = options.common.files.front();
  const auto today = TodayOf(options.today, world);
  if (!today) return kUsage;
  const std::string path = LockBeside(file);
  const bool compiles = !options.check && options.drop.empty() && options.accept.empty();
  auto current = std::make_unique<Compilation>();
  current->path = file;
  if (compiles) current = Compile({file, options.common.imports, Stage::kTable}, world.files);
  if (!compiles && !world.files.Exists(file)) {
    world.err << "meshc: " << pipeline::DescribeReadError(file, source::ReadError::kNotFound) << "\n";
    return kUsage;
  }
  LockStore store;
  if (world.files.Exists(path)) {
    auto read = ReadLockStore(path, *current, world);
    if (!read) return kUsage;
    store = std::move(*read);
  } else if (!compiles) {
    world.err << fmt::format("meshc: there is no {}\n", path);
    return kUsage;
  }
  RefuseOtherMesh(store, *current);
  if (options.check) CheckExceptions(options, *today, store, *current, world);
  Settle(options.common, *current);
  const int found = Report(options.common, {current.get()}, StdoutUse::kFree, world);
  if (found != kClean || options.check || (compiles && !current->table)) return found;
  LockEdit edit(options, path, std::move(store), world);
  if (!options.drop.empty()) return edit.Drop();
  if (!options.accept.empty()) return edit.Accept();
  return edit.Add(*TakeVersion(options.name, std::move(current)));
}

}  // namespace meshc::driver
