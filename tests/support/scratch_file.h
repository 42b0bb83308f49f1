// A file in a folder of its own that goes with the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace mesh::test {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name) {
    std::string folder = (std::filesystem::temp_directory_path() / "mesh-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) std::abort();
    folder_ = folder;
    path_ = (folder_ / name).string();
  }
  ~ScratchFile() {
    std::error_code none;
    std::filesystem::remove_all(folder_, none);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace mesh::test
