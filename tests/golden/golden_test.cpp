// Every folder here is a case: one `.flow` file and, below `expected/`, the whole tree that
// `meshc compile` writes for it but for the constant chart. MESHC_UPDATE_GOLDEN=1 rewrites the trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/compilation/backends.h"
#include "tests/support/memory_world.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Tree = std::map<std::string, std::string>;

constexpr std::string_view kOut = "out/";

std::string ReadFile(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<fs::path> Cases() {
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(test::SourceFolder() / "tests" / "golden")) {
    if (entry.is_directory()) cases.push_back(entry.path());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

std::string AllButTheChart() {
  std::string names;
  for (const driver::Backend& backend : driver::Backends()) {
    if (backend.name != "helm") names += (names.empty() ? "" : ",") + std::string(backend.name);
  }
  return names;
}

Tree Compile(const fs::path& folder) {
  MemoryWorld world;
  const std::string name = folder.filename().string() + ".flow";
  world.files.Put(name, ReadFile(folder / name));
  const Outcome outcome = world.Run({"compile", "--only", AllButTheChart(), "-o", "out", name});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  Tree tree;
  for (const auto& [path, content] : world.output.files) {
    // The manifest repeats the digests of all others: one change would show in two places.
    // Handlers stand beside the output folder, and in the reviewed tree as well.
    const bool generated = path.starts_with(kOut);
    if (path != "out/mesh-manifest.json") tree.emplace(generated ? path.substr(kOut.size()) : path, content);
  }
  return tree;
}

Tree ReadTree(const fs::path& folder) {
  Tree tree;
  if (!fs::exists(folder)) return tree;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    tree.emplace(entry.path().lexically_relative(folder).generic_string(), ReadFile(entry.path()));
  }
  return tree;
}

void WriteTree(const fs::path& folder, const Tree& tree) {
  fs::remove_all(folder);
  for (const auto& [path, content] : tree) {
    fs::create_directories((folder / path).parent_path());
    std::ofstream(folder / path, std::ios::binary) << content;
  }
}

TEST(Golden, TreesAreAsTheyWereReviewed) {
  const bool update = std::getenv("MESHC_UPDATE_GOLDEN") != nullptr;
  ASSERT_FALSE(Cases().empty());
  for (const fs::path& folder : Cases()) {
    const Tree written = Compile(folder);
    if (update) WriteTree(folder / "expected", written);
    const Tree expected = ReadTree(folder / "expected");
    for (const auto& [path, content] : written) {
      ASSERT_TRUE(expected.contains(path)) << folder.filename() << ": " << path << " is new";
      EXPECT_EQ(content, expected.at(path)) << folder.filename() << ": " << path;
    }
    for (const auto& [path, content] : expected) {
      EXPECT_TRUE(written.contains(path)) << folder.filename() << ": " << path << " is no longer written";
    }
  }
}

}  // namespace
}  // namespace meshc::test
