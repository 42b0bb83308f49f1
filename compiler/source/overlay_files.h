// Files that lie over others: texts of an editor, or what mends would make of files.
#pragma once

#include <map>
#include <string>

#include "compiler/source/file_system.h"

namespace meshc::source {

/// Paths are taken without `./` and `a/..`. Texts that are no file below are not found in folders.
class OverlayFiles final : public FileSystem {
 public:
  /// `below` must outlive it.
  explicit OverlayFiles(const FileSystem& below) : below_(below) {}

  void Put(const std::string& path, std::string text);
  /// What lies below shows again.
  void Remove(const std::string& path);
  std::variant<std::string, ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override;
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override {
    return below_.FilesBelow(folder, ending);
  }
  const std::map<std::string, std::string>& above() const { return above_; }

 private:
  const FileSystem& below_;
  std::map<std::string, std::string> above_;
};

}  // namespace meshc::source
