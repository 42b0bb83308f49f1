// What holds for every file: nothing is lost, and formatting twice is formatting once.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "formatted.h"
#include "tests/support/places.h"

namespace meshc::format {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// All .flow files that parse: of the tests, the examples, the library, and beside the checkout.
std::vector<fs::path> FlowFiles() {
  const fs::path root = test::SourceFolder();
  std::vector<fs::path> files;
  for (const fs::path& folder : {root / "tests", root / "examples", root / "stdlib", root / "templates",
                                 root.parent_path() / "shared/scenarios"}) {
    if (!fs::is_directory(folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".flow") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void ExpectNothingLost(const std::string& text, const std::string& what) {
  const ParsedFile before(text);
  if (before.HasErrors()) return;
  const std::string formatted = before.Formatted();
  const ParsedFile after(formatted);
  ASSERT_FALSE(after.HasErrors()) << what << "\n" << formatted;
  EXPECT_EQ(before.Tree(), after.Tree()) << what << "\n" << text << "----\n" << formatted;
  EXPECT_EQ(before.Comments(), after.Comments()) << what << "\n" << formatted;
  EXPECT_EQ(after.Formatted(), formatted) << what << "\n" << text;
}

TEST(EveryFile, KeepsItsTreeAndItsCommentsAndIsFormattedOnce) {
  int formatted = 0;
  for (const fs::path& path : FlowFiles()) {
    const std::string text = ReadFile(path);
    ExpectNothingLost(text, path.string());
    formatted += ParsedFile(text).HasErrors() ? 0 : 1;
  }
  EXPECT_GT(formatted, 30);
}

TEST(EveryFile, KeepsCommentsAnywhere) {
  const std::string remarks[] = {"/* r */", "/* r\n * r */", "// r\n", "\n// r\n", "/// r\n", "\n\n"};
  std::mt19937 random(5);
  for (const fs::path& path : FlowFiles()) {
    const std::string text = ReadFile(path);
    if (text.empty() || ParsedFile(text).HasErrors()) continue;
    for (int i = 0; i < 60; ++i) {
      const std::size_t at = text.find_first_of(" \n", random() % text.size());
      if (at == std::string::npos) continue;
      std::string changed = text;
      changed.insert(at + random() % 2, remarks[random() % std::size(remarks)]);
      ExpectNothingLost(changed, path.string());
      if (HasFailure()) return;
    }
  }
}

TEST(EveryFile, KeepsSeveralCommentsInARow) {
  const std::string remarks[] = {"/* r */", "// r\n", "\n// r\n", "\n/* r */ ", " ", "\n"};
  std::mt19937 random(6);
  for (const fs::path& path : FlowFiles()) {
    const std::string text = ReadFile(path);
    if (text.empty() || ParsedFile(text).HasErrors()) continue;
    for (int i = 0; i < 30; ++i) {
      std::string changed = text;
      for (int remark = 0; remark < 4; ++remark) {
        const std::size_t at = changed.find_first_of(" ;,(){}", random() % changed.size());
        if (at == std::string::npos) continue;
        for (int n = 0; n < 3; ++n) changed.insert(at + 1, remarks[random() % std::size(remarks)]);
      }
      ExpectNothingLost(changed, path.string());
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace meshc::format
