#include "compiler/driver/releases/version_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/driver/releases/git_files.h"
#include "compiler/driver/releases/lock_store.h"
#include "compiler/pipeline/read_error.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;
using diagnostics::Name;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

/// Each way of naming a version is a method; what it finds goes into `loaded_`.
class VersionLoader {
 public:
  VersionLoader(const CommonOptions& options, Compilation& current, World& world)
      : options_(options), file_(options.files.front()), current_(current), world_(world) {}

  void Load(const std::string& what) {
    if (what.starts_with("git:")) return LoadCommit(what);
    const std::string path = what;
    if (world_.files.FilesBelow(path, ".flow").has_value())
      return LoadPath(what, (fs::path(path) / fs::path(file_).filename()).string());
    LoadPath(what, path);
  }

  LoadedVersions Take() { return std::move(loaded_); }

 private:
  void Fail(const std::string& message) {
    world_.err << "meshc: " << message << "\n";
    loaded_.usage = true;
  }

  void LoadPath(const std::string& what, const std::string& path) {
    if (path.ends_with(".flow")) return LoadSource(what, path, world_.files);
    auto read = world_.files.Read(path);
    if (const auto* error = std::get_if<source::ReadError>(&read))
      return Fail(pipeline::DescribeReadError(path, *error));
    const std::string& text = std::get<std::string>(read);
    if (fs::path(path).filename() == "mesh.lock" || text.starts_with("meshc-lock")) return LoadLock(path);
    LoadTable(what, text);
  }

  /// `obstacle`: why files of a commit could not be read, once they were asked for.
  void LoadSource(const std::string& what, const std::string& path, const source::FileSystem& files,
                  const std::string* obstacle = nullptr) {
    auto compiled = Compile({path, options_.imports, Stage::kTable}, files);
    if (!compiled->table && obstacle != nullptr && !obstacle->empty()) return Fail(*obstacle);
    if (compiled->unreadable) return Fail(*compiled->unreadable);
    if (!compiled->table) {
      current_.diagnostics.Report(diag::VersionHasErrors, {}, Name{what}, Reason{FirstError(*compiled)});
      return;
    }
    loaded_.versions.push_back(TakeVersion(what, std::move(compiled)));
  }

  static std::string FirstError(const Compilation& c) {
    for (const auto& each : c.diagnostics.all()) {
      if (each.severity != diagnostics::Severity::kError) continue;
      if (!each.range.has_value()) return each.message;
      const auto place = c.sources.Locate(each.range.file, each.range.begin);
      return fmt::format("{}:{}: {}", c.sources.Name(each.range.file), place.line, each.message);
    }
    return "it has errors";
  }

  void LoadTable(const std::string& what, const std::string& text) {
    auto read = mesh::compatibility::ReadVersion(text);
    if (const auto* wrong = std::get_if<std::string>(&read)) {
      current_.diagnostics.Report(diag::MalformedVersion, {}, Name{what}, Reason{*wrong});
      return;
    }
    loaded_.versions.push_back(
        TakeVersion(what, std::get<mesh::compatibility::VersionData>(std::move(read))));
  }

  void LoadLock(const std::string& path) {
    auto store = ReadLockStore(path, current_, world_);
    if (!store) return void(loaded_.usage = true);
    if (store->lock.versions.empty() && !current_.diagnostics.HasErrors())
      world_.err << fmt::format("meshc: note: {} holds no version\n", path);
    for (auto& version : store->versions) loaded_.versions.push_back(std::move(version));
    for (auto& each : store->lock.exceptions) loaded_.exceptions.push_back(std::move(each));
  }

  void LoadCommit(const std::string& what) {
    const std::string rest = what.substr(4);
    const std::size_t colon = rest.find(':');
    const std::string revision = rest.substr(0, colon);
    const std::string path = colon == std::string::npos ? file_ : rest.substr(colon + 1);
    if (path.find('\n') != std::string::npos) return Fail("a path in `git:` has no line ends");
    if (path.empty()) return Fail(fmt::format("`{}` names no file", what));
    auto opened = GitFiles::Open(revision, fs::path(file_).parent_path().string());
    if (const auto* problem = std::get_if<GitProblem>(&opened)) return Fail(problem->message);
    GitFiles& files = *std::get<std::unique_ptr<GitFiles>>(opened);
    if (colon != std::string::npos) files.TakePathsFromRoot();
    if (!files.Exists(path)) {
      if (!files.obstacle().empty()) return Fail(files.obstacle());
      const auto read = files.Read(path);
      if (const auto* error = std::get_if<source::ReadError>(&read);
          error != nullptr && *error != source::ReadError::kNotFound)
        return Fail(pipeline::DescribeReadError(what, *error));
      world_.err << fmt::format("meshc: note: `{}` has no `{}` yet\n", revision, path);
      return;
    }
    LoadSource(what, path, files, &files.obstacle());
  }

  const CommonOptions& options_;
  const std::string& file_;
  Compilation& current_;
  World& world_;
  LoadedVersions loaded_;
};

}  // namespace

source::SourceRange MeshLineOf(const Compilation& compilation) {
  return compilation.program ? compilation.program->files.front().mesh_range : source::SourceRange();
}

void ForgetTrees(Compilation& compilation) {
  compilation.program.reset();
  compilation.mentions = {};
  compilation.facts.reset();
  compilation.scenarios.reset();
}

std::unique_ptr<LoadedVersion> TakeVersion(std::string name, std::unique_ptr<Compilation> c) {
  const source::SourceRange mesh_line = MeshLineOf(*c);
  ForgetTrees(*c);
  auto version = std::make_unique<LoadedVersion>();
  version->name = std::move(name);
  version->promises = codegen::BuildPromises(*c->mesh, *c->table);
  version->table = std::move(*c->table);
  version->places = versions::Places(*c->mesh, mesh_line);
  version->longest_ns = LongestOf(*c);
  version->source = std::move(c);
  return version;
}

std::unique_ptr<LoadedVersion> TakeVersion(std::string name, mesh::compatibility::VersionData data) {
  auto version = std::make_unique<LoadedVersion>();
  version->name = std::move(name);
  version->table = std::move(data.table);
  version->promises = std::move(data.promises);
  return version;
}

LoadedVersions LoadVersions(const CommonOptions& options, const std::vector<std::string>& against,
                            Compilation& current, World& world) {
  VersionLoader loader(options, current, world);
  for (const std::string& what : against) loader.Load(what);
  return loader.Take();
}

std::string LockBeside(const std::string& file) {
  return (fs::path(file).parent_path() / "mesh.lock").string();
}

std::optional<std::int64_t> LongestOf(const Compilation& c) {
  std::int64_t longest = 0;
  for (const budget::FlowBudget& flow : *c.budgets) {
    if (!flow.longest.time.is_bounded()) return std::nullopt;
    longest = std::max(longest, flow.longest.time.value());
  }
  return longest;
}

}  // namespace meshc::driver
