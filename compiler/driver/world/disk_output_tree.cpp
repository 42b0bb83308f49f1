#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "compiler/driver/world/output_tree.h"
#include "compiler/driver/world/staging.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

class DiskTree final : public OutputTree {
 public:
  bool Exists(const std::string& path) const override {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
  }

  bool IsTaken(const std::string& folder) const override {
    std::error_code error;
    if (!Exists(folder)) return false;
    return !fs::is_directory(folder, error) || !fs::is_empty(folder, error) || error;
  }

  std::optional<std::string> Read(const std::string& path) const override {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad() || !file.is_open()) return std::nullopt;
    return text;
  }

  std::optional<std::string> Commit(const Changes& changes) override {
    Staging staging;
    for (const FileWrite& write : changes.writes) {
      if (auto reason = staging.Stage(write)) return reason;
    }
    if (auto reason = staging.WriteThroughAll()) return reason;
    return staging.Finish(changes.removals);
  }
};

}  // namespace

OutputTree& DiskOutputTree() {
  static DiskTree disk;
  return disk;
}

}  // namespace meshc::driver
