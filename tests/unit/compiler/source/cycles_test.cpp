#include "compiler/source/cycles.h"

#include <gtest/gtest.h>

namespace meshc::source {
namespace {

std::vector<std::uint32_t> NodesOf(const std::vector<Edge>& cycle) {
  std::vector<std::uint32_t> nodes;
  for (const Edge& edge : cycle) nodes.push_back(edge.from);
  return nodes;
}

TEST(Cycles, ChainsHaveNone) { EXPECT_TRUE(FindCycles(3, {{0, 1, {}}, {1, 2, {}}, {0, 2, {}}}).empty()); }

TEST(Cycles, EachGroupGivesOneThatStartsWithItsFirstEdge) {
  const auto cycles = FindCycles(6, {{2, 1, {}}, {0, 2, {}}, {1, 0, {}}, {1, 2, {}}, {5, 5, {}}, {3, 4, {}}});
  ASSERT_EQ(cycles.size(), 2U);
  EXPECT_EQ(NodesOf(cycles[0]), (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(NodesOf(cycles[1]), (std::vector<std::uint32_t>{5}));
}

TEST(Cycles, LongOnesNeedNoDeepStack) {
  constexpr std::uint32_t kCount = 200000;
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < kCount; ++i) edges.push_back({i, (i + 1) % kCount, {}});
  const auto cycles = FindCycles(kCount, edges);
  ASSERT_EQ(cycles.size(), 1U);
  EXPECT_EQ(cycles[0].size(), kCount);
}

}  // namespace
}  // namespace meshc::source
