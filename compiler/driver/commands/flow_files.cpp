#include "compiler/driver/commands/flow_files.h"

#include <iterator>
#include <ostream>

namespace meshc::driver {

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
  return files;
}

}  // namespace meshc::driver
