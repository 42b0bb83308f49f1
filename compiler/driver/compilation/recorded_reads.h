// Remembers which files a compilation read: for dependency files and the manifest.
#pragma once

#include <map>
#include <string>

#include "compiler/source/file_system.h"

namespace meshc::driver {

/// Passes reads on to another file system and keeps the digests of what was read.
/// Not thread-safe, though `Read` is const.
class RecordedReads final : public source::FileSystem {
 public:
  explicit RecordedReads(const source::FileSystem& files) : files_(files) {}

  std::variant<std::string, source::ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override { return files_.Exists(path); }
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override {
    return files_.FilesBelow(folder, ending);
  }

  /// SHA-256 of every file that was read, by path.
  const std::map<std::string, std::string>& digests() const { return digests_; }

 private:
  const source::FileSystem& files_;
  mutable std::map<std::string, std::string> digests_;
};

}  // namespace meshc::driver
