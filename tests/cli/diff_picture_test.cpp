// Pictures of two versions in one.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/memory_world.h"

namespace meshc {
namespace {

constexpr const char* kFlow = R"(mesh shop;
envelope E { in text: string; out var reply: string; }
processor one(text: string) -> (reply: string) { timeout 1s; }
processor two(reply: string) -> (reply: string) { timeout 1s; }
processor three(reply: string) -> (reply: string) { timeout 1s; }
processor extra(text: string) -> (reply: string) { timeout 1s; }
flow main on E { one -> two -> three; }
flow other on E { extra; }
)";

/// The first corner of the box of each node, as the picture has it.
std::map<std::string, std::string> Corners(const std::string& svg) {
  std::map<std::string, std::string> corners;
  for (std::size_t at = svg.find("class=\"node\""); at != std::string::npos;
       at = svg.find("class=\"node\"", at + 1)) {
    const std::size_t name = svg.find("<title>", at) + 7;
    const std::size_t points = svg.find("points=\"", at) + 8;
    corners[svg.substr(name, svg.find('<', name) - name)] =
        svg.substr(points, svg.find(' ', points) - points);
  }
  return corners;
}

TEST(DiffPicture, KeepsTheLayoutOfTheFormerVersion) {
  test::MemoryWorld world;
  std::string text = kFlow;
  world.files.Put("old/shop.flow", text);
  const std::string steps = "one -> two -> three";
  text.replace(text.find(steps), steps.size(), "extra -> one -> extra -> two");
  world.files.Put("new/shop.flow", text);
  const auto draw = [&](const std::string& of, const std::string& against) {
    const auto outcome = world.Run({"diff", of, "--against", against, "--format", "svg"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Corners(outcome.out);
  };
  const auto before = draw("old/shop.flow", "old/shop.flow");
  const auto both = draw("new/shop.flow", "old/shop.flow");
  ASSERT_GT(before.size(), 4U);
  EXPECT_GT(both.size(), before.size());
  for (const auto& [node, corner] : before) {
    ASSERT_TRUE(both.contains(node)) << node;
    EXPECT_EQ(both.at(node), corner) << node;
  }
}

}  // namespace
}  // namespace meshc
