#include "scratch.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(const std::string& name) {
  const fs::path parent = test::BuildFolder() / "e2e";
  fs::create_directories(parent);
  // Two tests of one process may ask for the same name, and one folder may outlive the other.
  std::string made = (parent / (name + ".XXXXXX")).string();
  if (mkdtemp(made.data()) == nullptr)
    throw fs::filesystem_error("mkdtemp", made, {errno, std::generic_category()});
  path_ = made;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::map<std::string, std::string> ReadTree(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[fs::relative(entry.path(), folder).string()] = ReadFile(entry.path());
  }
  return files;
}

std::string Meshc() { return (test::BuildFolder() / "bin/meshc").string(); }

fs::path Example(const std::string& name) { return test::SourceFolder() / "examples" / name; }

}  // namespace meshc::test
