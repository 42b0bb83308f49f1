// The order of top-level declarations means nothing: routes, schemas and graphs do not show it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/memory_world.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

/// Declarations of the greeting case stand apart by blank lines.
std::vector<std::string> Paragraphs(const std::string& text) {
  std::vector<std::string> paragraphs(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      paragraphs.emplace_back();
    } else {
      paragraphs.back() += line + "\n";
    }
  }
  return paragraphs;
}

std::map<std::string, std::string> Compile(const std::vector<std::string>& paragraphs) {
  MemoryWorld world;
  std::string text;
  for (const std::string& paragraph : paragraphs) text += paragraph + "\n";
  world.files.Put("greeting.flow", text);
  const Outcome outcome =
      world.Run({"compile", "--only", "routes,graph,schema", "-o", "out", "greeting.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  // These two name lines of the source.
  world.output.files.erase("out/routes/scenarios.json");
  world.output.files.erase("out/mesh-manifest.json");
  return world.output.files;
}

TEST(Shuffle, TheOrderOfDeclarationsDoesNotShow) {
  std::ifstream file(test::SourceFolder() / "tests/golden/greeting/greeting.flow");
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<std::string> paragraphs = Paragraphs(text.str());
  ASSERT_GT(paragraphs.size(), 5U);
  const auto original = Compile(paragraphs);
  ASSERT_TRUE(original.contains("out/routes/routes.json"));
  std::mt19937 random(7);
  for (int round = 0; round < 8; ++round) {
    // The first one is the `mesh` line.
    std::shuffle(paragraphs.begin() + 1, paragraphs.end(), random);
    EXPECT_EQ(Compile(paragraphs), original);
  }
}

}  // namespace
}  // namespace meshc::test
