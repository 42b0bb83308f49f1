#include "compiler/driver/releases/pinned_layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace meshc::driver {
namespace {

using codegen::graph::Drawing;

bool Hides(const Drawing::Box& a, const Drawing::Box& b) {
  return std::abs(a.x - b.x) < (a.width + b.width) / 2 && std::abs(a.y - b.y) < (a.height + b.height) / 2;
}

TEST(PinnedLayout, KeepsWhatWasThereAndPutsWhatIsNewBesideIt) {
  const Drawing::Layout before = {
      {"a", {100, 300, 80, 30}}, {"b", {100, 200, 80, 30}}, {"c", {100, 100, 80, 30}}};
  const Drawing::Layout merged = {{"a", {50, 500, 80, 30}},
                                  {"b", {50, 400, 80, 30}},
                                  {"c", {50, 100, 80, 30}},
                                  {"new", {90, 300, 60, 30}},
                                  {"newer", {90, 200, 60, 30}}};
  const auto placed =
      PinLayout(before, merged, {{"a", "new"}, {"new", "c"}, {"new", "newer"}, {"newer", "c"}});
  ASSERT_EQ(placed.size(), 5U);
  for (const auto& [node, box] : before) {
    EXPECT_EQ(placed.at(node).x, box.x) << node;
    EXPECT_EQ(placed.at(node).y, box.y) << node;
  }
  EXPECT_EQ(placed.at("new").y, 200) << "between what it is joined to";
  EXPECT_GT(placed.at("new").x, 140) << "right of what stands there";
  for (const auto& [node, box] : placed) {
    for (const auto& [other, its] : placed)
      EXPECT_TRUE(node == other || !Hides(box, its)) << node << " " << other;
  }
}

TEST(PinnedLayout, LeavesWhatIsJoinedToNothingWhereItWouldStand) {
  const auto placed = PinLayout({}, {{"alone", {10, 20, 30, 40}}}, {});
  EXPECT_EQ(placed.at("alone").x, 10);
  EXPECT_EQ(placed.at("alone").y, 20);
}

}  // namespace
}  // namespace meshc::driver
