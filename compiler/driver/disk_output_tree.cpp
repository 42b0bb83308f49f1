#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "compiler/driver/output_tree.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

/// The file that a write to `path` changes: what a symbolic link leads to.
fs::path PlaceOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? fs::path(path) : target;
}

/// New bytes beside their place, until all of them are there. Removes what was not put in place.
class Staging {
 public:
  ~Staging() {
    std::error_code ignored;
    for (const Staged& staged : staged_) fs::remove(staged.beside, ignored);
  }

  std::optional<std::string> Stage(const FileWrite& write) {
    const fs::path place = PlaceOf(write.path);
    std::error_code error;
    if (place.has_parent_path()) fs::create_directories(place.parent_path(), error);
    if (error) return write.path + ": " + error.message();
    if (fs::is_directory(place, error)) return write.path + ": is a directory";
    // A file that is named twice is written once, as it was asked for last.
    const fs::path beside = fs::weakly_canonical(place, error).string() + ".meshc-new";
    std::erase_if(staged_, [&](const Staged& other) { return other.beside == beside; });
    staged_.push_back({write.path, place, beside});
    std::ofstream file(staged_.back().beside, std::ios::binary | std::ios::trunc);
    file << write.content;
    file.close();
    if (!file) return write.path + ": cannot be written";
    KeepPermissions(staged_.back());
    return std::nullopt;
  }

  std::optional<std::string> PutInPlace() {
    std::error_code error;
    for (const Staged& staged : staged_) {
      fs::rename(staged.beside, staged.place, error);
      if (error) return staged.path + ": " + error.message();
    }
    staged_.clear();
    return std::nullopt;
  }

 private:
  struct Staged {
    std::string path;  ///< As it was asked for.
    fs::path place;
    fs::path beside;
  };

  static void KeepPermissions(const Staged& staged) {
    std::error_code error;
    const fs::file_status before = fs::status(staged.place, error);
    if (fs::exists(before)) fs::permissions(staged.beside, before.permissions(), error);
  }

  std::vector<Staged> staged_;
};

class Disk final : public OutputTree {
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
    if (auto reason = staging.PutInPlace()) return reason;
    for (const std::string& path : changes.removals) {
      std::error_code error;
      fs::remove(path, error);
      if (error) return path + ": " + error.message();
    }
    return std::nullopt;
  }
};

}  // namespace

OutputTree& DiskOutputTree() {
  static Disk disk;
  return disk;
}

}  // namespace meshc::driver
