#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "codegen/route_table/route_table.h"
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

/// What one `meshc lock` makes of the lock.
class LockEdit {
 public:
  LockEdit(const LockOptions& options, std::string path, LockStore store, World& world)
      : options_(options), path_(std::move(path)), store_(std::move(store)), world_(world) {}

  /// Released once more under another name, a version keeps its place; otherwise it becomes the newest.
  int Add(const LoadedVersion& version) {
    versions::LockFile& lock = store_.lock;
    if (!lock.mesh.empty() && lock.mesh != version.table.mesh) {
      world_.err << fmt::format("meshc: {} is of the mesh `{}`, not `{}`\n", path_, lock.mesh,
                                version.table.mesh);
      return kFindings;
    }
    lock.mesh = version.table.mesh;
    std::erase_if(lock.versions, [&](auto& each) { return each.digest == version.table.digest; });
    lock.versions.push_back({version.table.digest, options_.name, version.longest_ns});
    const auto table = version.table.View();
    lock.facts = versions::FactsOf(table, version.promises.View());
    const std::string path = TablePath(path_, version.table.digest);
    changes_.writes.push_back({path, codegen::PrintRoutes(table, version.promises.View())});
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

}  // namespace

int RunCommand(const LockOptions& options, World& world) {
  const std::string& file = options.common.files.front();
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
  if (options.check) {
    std::vector<versions::Exception> exceptions = store.lock.exceptions;
    DropExpired(TodayOf(options.today), exceptions, *current);
  }
  Settle(options.common, *current);
  const int found = Report(options.common, {current.get()}, StdoutUse::kFree, world);
  if (found != kClean || options.check || (compiles && !current->table)) return found;
  LockEdit edit(options, path, std::move(store), world);
  if (!options.drop.empty()) return edit.Drop();
  if (!options.accept.empty()) return edit.Accept();
  return edit.Add(*TakeVersion(options.name, std::move(current)));
}

}  // namespace meshc::driver
