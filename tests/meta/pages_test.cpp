// Pages for users say nothing that meshc does not hold: their flows are whole files and clean.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/memory_world.h"
#include "tests/support/places.h"

namespace meshc {
namespace {

std::string ReadPage(const std::string& path) {
  std::ifstream file(test::SourceFolder() / path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The `flow` blocks of a page, in order.
std::vector<std::string> FlowBlocks(const std::string& page) {
  constexpr std::string_view fence = "```flow\n";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos;) {
    at += fence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

class Page : public testing::TestWithParam<const char*> {};

TEST_P(Page, HoldsWholeFilesThatPassTheirScenarios) {
  const auto blocks = FlowBlocks(ReadPage(GetParam()));
  EXPECT_FALSE(blocks.empty());
  for (const std::string& block : blocks) {
    test::MemoryWorld world;
    world.files.Put("page.flow", block);
    const auto outcome = world.Run({"test", "page.flow"});
    EXPECT_EQ(outcome.exit_code, 0) << block << outcome.err << outcome.out;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Page, testing::Values("README.md", "grammar/LANGUAGE.md"),
                         [](const auto& row) { return std::string(row.index == 0 ? "Readme" : "Language"); });

}  // namespace
}  // namespace meshc
