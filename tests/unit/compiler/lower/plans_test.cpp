// Which steps a plan may hold once only.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

TEST(Plans, RepeatWhatWritesNoPlainFieldOfTheirOwnEnvelope) {
  const auto checked = CheckText(R"(mesh test.plans;
envelope Job { in items: [int](..4); var m: int = 0; left: int; right: int; plain: int; element: int; copied: int; }
processor goes_left() -> (left: int);
processor goes_right() -> (right: int);
processor writes() -> (plain: int);
processor weighs() -> (element: int);
processor copies() -> (copied: int);
flow branched on Job { parallel { goes_left; goes_right; } }
flow direct on Job { writes; }
flow elements on Job { each item in items max 4 { weighs; } }
flow inner on Job { copies; }
flow tapped on Job { tap inner; }
router planner(m: int) -> steps { branched, direct, elements, tapped } max 3;
flow main on Job { follow planner; }
)");
  ASSERT_FALSE(checked.diagnostics.HasErrors()) << checked.Reports().front();
  const ir::Follow* follow = nullptr;
  for (const ir::Point& point : checked.mesh.points) {
    if (const auto* const found = std::get_if<ir::Follow>(&point.body)) follow = found;
  }
  ASSERT_NE(follow, nullptr);
  ASSERT_EQ(follow->steps.size(), 4U);
  // Only branches of a fork bring back what they write.
  EXPECT_EQ(follow->once, (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace meshc::test
