#include "compiler/driver/commands/flow_files.h"

#include <filesystem>
#include <iterator>
#include <ostream>
#include <system_error>
#include <unordered_set>

namespace meshc::driver {
namespace {

/// The first of the paths that name the same file by other words, such as `a.flow` and `./a.flow`.
std::vector<std::string> WithoutRepeats(const std::vector<std::string>& paths) {
  std::vector<std::string> kept;
  std::unordered_set<std::string> seen;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error);
    if (seen.insert(error ? path : whole.lexically_normal().string()).second) kept.push_back(path);
  }
  return kept;
}

}  // namespace

std::optional<std::vector<std::string>> FindFlowFiles(const std::vector<std::string>& paths, World& world) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    auto below = world.files.FilesBelow(path, ".flow");
    if (!below) {
      files.push_back(path);
    } else if (below->empty()) {
      world.err << "meshc: the folder `" << path << "` holds no .flow file\n";
      return std::nullopt;
    } else {
      std::move(below->begin(), below->end(), std::back_inserter(files));
    }
  }
  return WithoutRepeats(files);
}

}  // namespace meshc::driver
