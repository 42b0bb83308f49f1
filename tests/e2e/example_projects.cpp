#include "example_projects.h"

#include <algorithm>

#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {

namespace fs = std::filesystem;

namespace {

/// What stands beside the projects, as recipes for CI do, has no flow of its own.
bool IsProject(const fs::path& folder) {
  return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".flow"; });
}

}  // namespace

std::vector<std::string> ExampleNames() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(test::SourceFolder() / "examples")) {
    if (entry.is_directory() && IsProject(entry.path())) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> ExamplesWith(const std::string& entry) {
  std::vector<std::string> names = ExampleNames();
  std::erase_if(names, [&entry](const std::string& name) { return !fs::exists(Example(name) / entry); });
  return names;
}

fs::path RootFile(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".flow" && ReadFile(entry.path()).find("\nmesh ") != std::string::npos) {
      return entry.path();
    }
  }
  return {};
}

std::vector<fs::path> HostsIn(const fs::path& folder) {
  std::vector<fs::path> hosts;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with("-host")) hosts.push_back(entry.path());
  }
  std::sort(hosts.begin(), hosts.end());
  return hosts;
}

}  // namespace meshc::test
