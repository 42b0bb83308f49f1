// Folders and files of one test.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace meshc::test {

/// A fresh folder below the build folder, removed in the end.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string ReadFile(const std::filesystem::path& path);
void WriteFile(const std::filesystem::path& path, const std::string& text);

/// Every regular file below a folder by relative path.
std::map<std::string, std::string> ReadTree(const std::filesystem::path& folder);

/// The program under test.
std::string Meshc();
/// `examples/<name>` in the source tree.
std::filesystem::path Example(const std::string& name);

}  // namespace meshc::test
