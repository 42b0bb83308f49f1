// The scenario programs that may stand beside the source tree.
#include <gtest/gtest.h>

#include <filesystem>

#include "parsed_text.h"
#include "tests/support/places.h"
#include "text_files.h"

namespace meshc::syntax {
namespace {

namespace fs = std::filesystem;

TEST(ScenarioPrograms, ParseWithoutAFinding) {
  const fs::path folder = test::SourceFolder().parent_path() / "shared/scenarios";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "there are none here";
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".flow") continue;
    const ParsedText parsed(ReadFile(entry.path()));
    EXPECT_TRUE(parsed.Findings().empty()) << entry.path() << "\n" << parsed.Rendered();
    EXPECT_FALSE(parsed.file().declarations.empty()) << entry.path();
  }
}

TEST(LanguageExample, ParsesWithoutAFinding) {
  for (const std::string& text : Corpus()) {
    const ParsedText parsed(text);
    EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  }
}

}  // namespace
}  // namespace meshc::syntax
