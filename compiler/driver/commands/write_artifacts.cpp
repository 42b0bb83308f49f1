#include "compiler/driver/commands/write_artifacts.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "compiler/driver/commands/manifest.h"
#include "compiler/driver/compilation/check_backends.h"
#include "compiler/driver/releases/version_loader.h"
#include "compiler/support/digest.h"

namespace meshc::driver {
namespace {

using codegen::Artifact;
using codegen::Ownership;

constexpr const char* kManifestName = "mesh-manifest.json";

std::string Join(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).lexically_normal().generic_string();
}

/// What a file includes of the form `mesh/actors/actor.h`.
std::vector<std::string> ActorHeaders(std::string_view text) {
  constexpr std::string_view kInclude = "#include \"";
  std::vector<std::string> headers;
  for (std::size_t at = 0; (at = text.find(kInclude, at)) != std::string_view::npos;) {
    at += kInclude.size();
    const std::string_view header = text.substr(at, text.find('"', at) - at);
    const std::size_t slash = header.find('/');
    if (slash != std::string_view::npos && header.substr(slash).starts_with("/actors/"))
      headers.emplace_back(header);
  }
  return headers;
}

class Planner {
 public:
  Planner(const Compilation& c, std::string folder, const std::vector<std::string>& only,
          const OutputTree& tree)
      : c_(c), folder_(std::move(folder)), only_(only), tree_(tree) {}

  WritePlan Plan() {
    old_ = ParseManifest(tree_.Read(Join(folder_, kManifestName)).value_or(""));
    new_.mesh = c_.mesh->declarations.mesh;
    new_.table = c_.table->digest;
    NameSources();
    for (const Generated& generated : c_.artifacts) {
      if (!Wanted(generated.backend)) continue;
      for (const auto& [path, artifact] : generated.files) Place(generated.backend, path, artifact);
    }
    for (const Handler& handler : handlers_) CheckInclude(handler);
    for (const auto& [path, file] : old_.files) Retire(path, file);
    Write(kManifestName, PrintManifest(new_));
    return std::move(plan_);
  }

 private:
  /// A file of the user that is there already.
  struct Handler {
    std::string place;
    std::string content;
    std::string include;
  };

  bool Wanted(std::string_view backend) const { return IsWanted(only_, backend); }

  void NameSources() {
    const auto root = std::filesystem::path(c_.path).parent_path().lexically_normal();
    for (const auto& [path, digest] : c_.read_digests) {
      // Of a lock the tables count; what else is written into it changes no artifact.
      if (path == LockBeside(c_.path)) continue;
      const auto name =
          std::filesystem::path(path).lexically_normal().lexically_relative(root.empty() ? "." : root);
      new_.sources[name.generic_string()] = digest;
    }
  }

  void Place(std::string_view backend, const std::string& path, const Artifact& artifact) {
    new_.files[path] = {std::string(backend), Digest(artifact.content, 64), artifact.ownership};
    if (artifact.ownership == Ownership::kGenerated) return Write(path, artifact.content);
    const std::string place = Join(folder_, path);
    if (tree_.Exists(place)) {
      handlers_.push_back({place, tree_.Read(place).value_or(""), artifact.include});
      return;
    }
    const std::string former = FindFormer(path, artifact);
    if (former.empty()) {
      begun_.push_back(std::filesystem::path(path).stem().string());
      return Write(path, artifact.content);
    }
    moved_.insert(former);
    const bool moved =
        std::filesystem::path(former).parent_path() != std::filesystem::path(place).parent_path();
    plan_.remarks.push_back(
        fmt::format("the handler in `{}` is looked for in `{}` now, where none was written: move it there{}",
                    former, place, moved ? ", or give the `--actors` of before" : ""));
  }

  /// Where the file stands that shall stand at `path`; empty: there is none.
  std::string FindFormer(const std::string& path, const Artifact& artifact) const {
    if (!artifact.former.empty() && tree_.Exists(Join(folder_, artifact.former)))
      return Join(folder_, artifact.former);
    for (const auto& [other, file] : old_.files) {
      const bool same_name =
          std::filesystem::path(other).filename() == std::filesystem::path(path).filename();
      if (file.ownership == Ownership::kOnce && same_name && other != path &&
          tree_.Exists(Join(folder_, other)))
        return Join(folder_, other);
    }
    return "";
  }

  /// A handler that includes a header which is gone was written for another mesh or actor: one that has
  /// been renamed since.
  void CheckInclude(const Handler& handler) {
    if (handler.content.find(fmt::format("\"{}\"", handler.include)) != std::string::npos) return;
    for (const std::string& header : ActorHeaders(handler.content)) {
      if (new_.files.contains("include/" + header)) continue;
      plan_.remarks.push_back(
          fmt::format("`{}` includes `{}`, which is gone: write `{}`, and the names in it", handler.place,
                      header, handler.include));
      return;
    }
  }

  void Write(const std::string& path, const std::string& content) {
    const std::string place = Join(folder_, path);
    const auto there = tree_.Read(place);
    if (there == content) return;
    if (there && !IsOurs(path, *there)) plan_.foreign.push_back(place);
    plan_.changes.writes.push_back({place, content});
  }

  /// True if these bytes are what an earlier compile wrote.
  bool IsOurs(const std::string& path, const std::string& content) const {
    if (path == kManifestName) return !old_.mesh.empty();
    const auto row = old_.files.find(path);
    return row != old_.files.end() && row->second.digest == Digest(content, 64);
  }

  /// What becomes of a file that an earlier compile made.
  void Retire(const std::string& path, const ManifestFile& file) {
    if (new_.files.contains(path)) return;
    if (!Wanted(file.backend)) {
      new_.files[path] = file;
      return;
    }
    const auto content = tree_.Read(Join(folder_, path));
    if (!content) return;
    if (file.ownership == Ownership::kGenerated && Digest(*content, 64) == file.digest) {
      plan_.changes.removals.push_back(Join(folder_, path));
      return;
    }
    // Reported by every compile until somebody decides on it.
    new_.files[path] = file;
    if (moved_.contains(Join(folder_, path))) return;
    std::string remark =
        fmt::format("nothing in the mesh needs `{}` any more; it is left as it is", Join(folder_, path));
    // One handler too many and one that is new: perhaps they are the same.
    if (begun_.size() == 1)
      remark += fmt::format("; if `{}` is its actor's new name, write `@was(\"{}\")` before that",
                            begun_.front(), std::filesystem::path(path).stem().string());
    plan_.remarks.push_back(std::move(remark));
  }

  const Compilation& c_;
  std::string folder_;
  const std::vector<std::string>& only_;
  const OutputTree& tree_;
  Manifest old_;
  Manifest new_;
  std::vector<Handler> handlers_;
  std::vector<std::string> begun_;  ///< Actors whose handlers are written for the first time.
  std::set<std::string> moved_;     ///< Files that were found under their former names.
  WritePlan plan_;
};

/// Blanks and `#` are escaped by a backslash, `$` is doubled: what Make and Ninja both read.
std::string EscapeForMake(const std::string& path) {
  std::string escaped;
  for (const char c : path) {
    if (c == ' ' || c == '#') escaped += '\\';
    if (c == '$') escaped += '$';
    escaped += c;
  }
  return escaped;
}

}  // namespace

WritePlan PlanWrites(const Compilation& compilation, const std::string& folder,
                     const std::vector<std::string>& only, const OutputTree& tree) {
  return Planner(compilation, folder, only, tree).Plan();
}

std::string PrintDepfile(const Compilation& compilation, const std::string& target) {
  std::string text = EscapeForMake(target) + ":";
  for (const auto& [path, digest] : compilation.read_digests) text += " " + EscapeForMake(path);
  return text + "\n";
}

}  // namespace meshc::driver
