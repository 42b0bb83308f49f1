#include "compiler/driver/releases/lock_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/pipeline/read_error.h"
#include "compiler/versions/facts.h"

namespace meshc::driver {
namespace {

using diagnostics::Lexeme;
using diagnostics::Name;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

class LockStoreReader {
 public:
  LockStoreReader(const std::string& path, Compilation& current, World& world)
      : path_(path), current_(current), world_(world) {}

  std::optional<LockStore> Run() {
    auto read = world_.files.Read(path_);
    if (const auto* error = std::get_if<source::ReadError>(&read)) {
      world_.err << "meshc: " << pipeline::DescribeReadError(path_, *error) << "\n";
      return std::nullopt;
    }
    store_.file = current_.sources.Add(path_, std::get<std::string>(read));
    auto parsed = versions::ReadLock(std::get<std::string>(read));
    if (const auto* problem = std::get_if<versions::LockProblem>(&parsed)) {
      Malformed(*problem);
      return std::move(store_);
    }
    store_.lock = std::get<versions::LockFile>(std::move(parsed));
    for (versions::Exception& each : store_.lock.exceptions)
      each.range = LineOf(current_.sources, store_.file, each.line);
    for (const std::string& line : store_.lock.kept)
      current_.diagnostics.Report(diag::UnknownLockLine, Find(line), Lexeme{line.substr(0, line.find(' '))});
    for (const versions::LockedVersion& version : store_.lock.versions) Load(version);
    CheckFacts();
    return std::move(store_);
  }

 private:
  /// The first line that begins so.
  source::SourceRange Find(std::string_view begin) const {
    const std::string_view text = current_.sources.Text(store_.file);
    const std::size_t at = text.find("\n" + std::string(begin));
    if (at == std::string_view::npos) return LineOf(current_.sources, store_.file, 1);
    const auto first = static_cast<std::uint32_t>(at + 1);
    return {store_.file, first, first + static_cast<std::uint32_t>(begin.size())};
  }

  std::string MergeHelp() const {
    return fmt::format(
        "take the file of one side of the merge, then `meshc lock {}` for what the other one released",
        current_.path);
  }

  void Malformed(const versions::LockProblem& problem) {
    const auto range = LineOf(current_.sources, store_.file, std::max(problem.line, 1U));
    auto found = current_.diagnostics.Report(problem.newer ? diag::NewerLock : diag::MalformedLock, range,
                                             Reason{problem.message});
    const std::string writer = problem.writer.empty() ? "the meshc that wrote it" : "meshc " + problem.writer;
    found.AddHelp(problem.newer ? fmt::format("use {}, or a newer one", writer) : MergeHelp());
  }

  void Wrong(const versions::LockedVersion& version, std::string why) {
    current_.diagnostics
        .Report(diag::LockedTable, LineOf(current_.sources, store_.file, version.line), Name{version.digest},
                Reason{std::move(why)})
        .AddHelp(
            fmt::format("restore it from the commit that released the version, or take a drained version "
                        "out: meshc lock {} --drop {}",
                        current_.path, version.digest));
    whole_ = false;
  }

  void Load(const versions::LockedVersion& locked) {
    const std::string path = TablePath(path_, locked, world_.files);
    const auto read = world_.files.Read(path);
    if (const auto* error = std::get_if<source::ReadError>(&read))
      return Wrong(locked, pipeline::DescribeReadError(path, *error));
    auto parsed = mesh::compatibility::ReadVersion(std::get<std::string>(read));
    if (const auto* wrong = std::get_if<std::string>(&parsed))
      return Wrong(locked, fmt::format("{} is no table: {}", path, *wrong));
    auto version = TakeVersion(locked.Name(), std::get<mesh::compatibility::VersionData>(std::move(parsed)));
    if (version->table.digest != locked.digest) return Wrong(locked, fmt::format("{} was changed", path));
    if (version->table.mesh != store_.lock.mesh)
      return Wrong(locked, fmt::format("{} is of the mesh `{}`", path, version->table.mesh));
    version->longest_ns = locked.longest_ns;
    if (!locked.seal.empty() && locked.seal != versions::SealOf(version->promises.View(), locked.longest_ns))
      return Wrong(locked,
                   fmt::format("its seal is not that of its longest time and of the promises in {}: one "
                               "of the three was changed",
                               path));
    store_.versions.push_back(std::move(version));
  }

  /// A merge that mixed two versions leaves facts that no one table has.
  void CheckFacts() {
    if (store_.versions.empty() || !whole_) return;
    const LoadedVersion& newest = *store_.versions.back();
    const auto expected = versions::FactsOf(newest.table.View(), newest.promises.View());
    std::vector<std::string> stated = store_.lock.facts;
    std::ranges::sort(stated);
    std::vector<std::string> left;
    std::ranges::set_difference(stated, expected, std::back_inserter(left));
    for (const std::string& fact : left) Differ(Find(fact), fmt::format("the table has no `{}`", fact));
    left.clear();
    std::ranges::set_difference(expected, stated, std::back_inserter(left));
    if (left.empty()) return;
    const std::string more = left.size() > 1 ? fmt::format(", and {} more facts", left.size() - 1) : "";
    Differ(LineOf(current_.sources, store_.file, 1),
           fmt::format("the lock lacks `{}`{}", left.front(), more));
  }

  void Differ(source::SourceRange range, std::string how) {
    current_.diagnostics.Report(diag::LockedFact, range, Reason{std::move(how)}).AddHelp(MergeHelp());
  }

  const std::string& path_;
  Compilation& current_;
  World& world_;
  LockStore store_;
  bool whole_ = true;
};

}  // namespace

std::optional<LockStore> ReadLockStore(const std::string& path, Compilation& current, World& world) {
  return LockStoreReader(path, current, world).Run();
}

std::string OwnTablePath(const std::string& lock, const versions::LockedVersion& version) {
  return fmt::format("{}.d/{}-{}.json", lock, version.digest, version.seal);
}

std::string TablePath(const std::string& lock, const versions::LockedVersion& version,
                      const source::FileSystem& files) {
  if (std::string own = OwnTablePath(lock, version); files.Exists(own)) return own;
  return fmt::format("{}.d/{}.json", lock, version.digest);
}

source::SourceRange LineOf(const source::SourceManager& sources, source::FileId file, std::uint32_t line) {
  if (line == 0) return {};
  const std::uint32_t begin = sources.LineBegin(file, line);
  return {file, begin, begin + static_cast<std::uint32_t>(sources.Line(file, line).size())};
}

}  // namespace meshc::driver
