#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/releases/compat_findings.h"
#include "compiler/driver/releases/lock_edit.h"
#include "compiler/driver/releases/version_commands.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/pipeline/read_error.h"

namespace meshc::driver {
namespace {

/// Where PrintLock writes the name of the mesh.
constexpr std::uint32_t kMeshLine = 2;

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

/// The exceptions that match no finding. `own`: the sources are a version, too, and the newest exceptions are
/// for them.
void CheckUse(const std::vector<versions::Exception>& exceptions, const LockStore& store,
              const LoadedVersion& own, Compilation& current) {
  if (exceptions.empty() || current.diagnostics.HasErrors()) return;
  std::vector<const LoadedVersion*> all = {&own};
  for (const auto& version : store.versions) all.push_back(version.get());
  ReportUnused(exceptions, JudgeAll(all), current);
}

/// `own` is null for sources that do not compile: nobody knows what is of no use to them.
void Check(const std::string& today, const std::string& path, const LockStore& store,
           const LoadedVersion* own, Compilation& current, World& world) {
  std::vector<versions::Exception> exceptions = store.lock.exceptions;
  NoteUnknownDay(today, exceptions, world);
  DropExpired(today, exceptions, current);
  if (own != nullptr) CheckUse(store.lock.exceptions, store, *own, current);
  const auto bare = std::ranges::count(store.lock.versions, "", &versions::LockedVersion::seal);
  if (bare > 0)
    world.err << fmt::format(
        "meshc: note: {} of {} no seal, which the next `meshc lock` adds: until then "
        "nobody can tell whether what it promises was changed\n",
        bare == 1 ? "1 version" : fmt::format("{} versions", bare), path + (bare == 1 ? " has" : " have"));
}

/// A lock is of one mesh.
void RefuseOtherMesh(const LockStore& store, const LoadedVersion& own, Compilation& current) {
  if (store.lock.mesh.empty() || store.lock.mesh == own.table.mesh) return;
  current.diagnostics
      .Report(diagnostics::diag::LockOfOtherMesh, LineOf(current.sources, store.file, kMeshLine),
              diagnostics::Name{store.lock.mesh}, diagnostics::Name{own.table.mesh})
      .AddHelp("give each mesh a folder of its own, with a `mesh.lock` of its own");
}

enum class Task : std::uint8_t { kAdd, kCheck, kDrop, kAccept };

Task TaskOf(const LockOptions& options) {
  if (options.check) return Task::kCheck;
  if (!options.drop.empty()) return Task::kDrop;
  return options.accept.empty() ? Task::kAdd : Task::kAccept;
}

/// One run, once the lock has been read.
class LockRun {
 public:
  LockRun(const LockOptions& options, std::string today, World& world)
      : options_(options), task_(TaskOf(options)), today_(std::move(today)), world_(world) {}

  int Run() {
    const std::string& file = options_.common.files.front();
    if (task_ == Task::kAccept && !today_.empty() && options_.until < today_)
      return Complain(fmt::format("the day `{}` has passed: it is {}", options_.until, today_), world_);
    // A drained version leaves whatever the sources are.
    if (task_ == Task::kDrop) {
      if (!world_.files.Exists(file))
        return Complain(pipeline::DescribeReadError(file, source::ReadError::kNotFound), world_);
      current_ = std::make_unique<Compilation>();
      current_->path = file;
    } else {
      current_ = Compile({file, options_.common.imports, Stage::kTable}, world_.files);
    }
    if (!current_->unreadable && !Read()) return kUsage;
    Settle(options_.common, Own());
    const int found = Report(options_.common, {&Own()}, StdoutUse::kFree, world_);
    if (found != kClean || task_ == Task::kCheck || (task_ == Task::kAdd && !own_)) return found;
    LockEdit edit(options_, path_, std::move(store_), world_);
    switch (task_) {
      case Task::kDrop: return edit.Drop();
      case Task::kAccept: return edit.Accept();
      case Task::kAdd: return edit.Add(*own_);
      case Task::kCheck: break;
    }
    return found;
  }

 private:
  /// Where findings go.
  Compilation& Own() { return own_ ? *own_->source : *current_; }

  /// False: there is no lock, or it cannot be read, which has been said.
  bool Read() {
    path_ = LockBeside(options_.common.files.front());
    // Of an edit of the lock, what the sources warn of is nobody's business.
    if (task_ == Task::kAccept || (task_ == Task::kCheck && current_->table)) current_->diagnostics = {};
    if (current_->table) own_ = TakeVersion(options_.name, std::move(current_));
    if (world_.files.Exists(path_)) {
      auto read = ReadLockStore(path_, Own(), world_);
      if (!read) return false;
      store_ = std::move(*read);
    } else if (task_ != Task::kAdd) {
      Complain(fmt::format("there is no {}", path_), world_);
      return false;
    }
    if (own_) RefuseOtherMesh(store_, *own_, Own());
    if (task_ == Task::kCheck) Check(today_, path_, store_, own_.get(), Own(), world_);
    if (task_ == Task::kAccept && own_)
      CheckUse({{options_.accept, options_.until, options_.because}}, store_, *own_, Own());
    return true;
  }

  const LockOptions& options_;
  const Task task_;
  const std::string today_;
  World& world_;
  std::string path_;
  std::unique_ptr<Compilation> current_;  ///< Until it is a version.
  std::unique_ptr<LoadedVersion> own_;    ///< The sources; null: they do not compile, or nobody asks.
  LockStore store_;
};

}  // namespace

int RunCommand(const LockOptions& options, World& world) {
  const auto today = TodayOf(options.today, world);
  if (!today) return kUsage;
  return LockRun(options, *today, world).Run();
}

}  // namespace meshc::driver
