// Which files somebody has looked at.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "compiler/source/file_system.h"

namespace meshc::language_server {

/// Notes the name of each file that is read or looked for, there or not. Not thread-safe.
class NotedFiles final : public source::FileSystem {
 public:
  /// `below` must outlive it.
  explicit NotedFiles(const source::FileSystem& below) : below_(below) {}

  std::variant<std::string, source::ReadError> Read(const std::string& path) const override {
    Note(path);
    return below_.Read(path);
  }
  bool Exists(const std::string& path) const override {
    Note(path);
    return below_.Exists(path);
  }
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override {
    return below_.FilesBelow(folder, ending);
  }
  /// Without `./` and `a/..`.
  std::set<std::string> TakeNames() { return std::exchange(names_, {}); }

 private:
  void Note(const std::string& path) const {
    names_.insert(std::filesystem::path(path).lexically_normal().generic_string());
  }

  const source::FileSystem& below_;
  mutable std::set<std::string> names_;
};

}  // namespace meshc::language_server
