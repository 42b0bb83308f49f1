#include "compiler/driver/write_artifacts.h"

#include <filesystem>

#include "compiler/driver/check_backends.h"
#include "compiler/driver/manifest.h"
#include "compiler/support/digest.h"

namespace meshc::driver {
namespace {

using codegen::Artifact;
using codegen::Ownership;

constexpr const char* kManifestName = "mesh-manifest.json";

std::string Join(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).string();
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
    for (const auto& [path, file] : old_.files) Retire(path, file);
    Write(kManifestName, PrintManifest(new_));
    return std::move(plan_);
  }

 private:
  bool Wanted(std::string_view backend) const { return IsWanted(only_, backend); }

  void NameSources() {
    const auto root = std::filesystem::path(c_.path).parent_path().lexically_normal();
    for (const auto& [path, digest] : c_.read_digests) {
      const auto name =
          std::filesystem::path(path).lexically_normal().lexically_relative(root.empty() ? "." : root);
      new_.sources[name.generic_string()] = digest;
    }
  }

  void Place(std::string_view backend, const std::string& path, const Artifact& artifact) {
    new_.files[path] = {std::string(backend), Digest(artifact.content, 64), artifact.ownership};
    const bool theirs = artifact.ownership == Ownership::kOnce && tree_.Exists(Join(folder_, path));
    if (!theirs) Write(path, artifact.content);
  }

  void Write(const std::string& path, const std::string& content) {
    const std::string place = Join(folder_, path);
    if (tree_.Read(place) != content) plan_.changes.writes.push_back({place, content});
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
    plan_.orphans.push_back(Join(folder_, path));
  }

  const Compilation& c_;
  std::string folder_;
  const std::vector<std::string>& only_;
  const OutputTree& tree_;
  Manifest old_;
  Manifest new_;
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
