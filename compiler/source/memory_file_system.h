// Files that exist in memory only: for tests, fuzzers and checks of embedded pages.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "compiler/source/file_system.h"

namespace meshc::source {

class MemoryFileSystem : public FileSystem {
 public:
  MemoryFileSystem() = default;
  explicit MemoryFileSystem(std::map<std::string, std::string> files) : files_(std::move(files)) {}

  void Put(const std::string& path, std::string text) { files_[path] = std::move(text); }
  const std::map<std::string, std::string>& files() const { return files_; }

  std::variant<std::string, ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override { return files_.contains(path); }
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override;

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace meshc::source
