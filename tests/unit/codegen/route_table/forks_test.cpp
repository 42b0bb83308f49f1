// What the table keeps of forks: Flow text through all stages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "tests/support/checked_mesh.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;

/// Of the only fork in this body.
contract::Fork ForkOf(const std::string& body) {
  const auto checked =
      test::CheckText("mesh t; envelope E { in xs: [string]; } processor a(); flow f on E {" + body + "}");
  EXPECT_EQ(checked.Errors(), std::vector<std::string>{});
  const auto data = BuildTable(checked.mesh, checked.facts);
  EXPECT_EQ(data.forks.size(), 1U);
  return data.forks.empty() ? contract::Fork{} : data.forks.front();
}

TEST(BuildForks, WaitAnyIsAWaitForOne) {
  const contract::Fork fork = ForkOf("parallel wait any { a; a; }");
  EXPECT_EQ(fork.wait, contract::Wait::kCount);
  EXPECT_EQ(fork.count, 1U);
}

TEST(BuildForks, AnEachHasItsWidth) { EXPECT_EQ(ForkOf("each x in xs max 5 width 2 { a; }").width, 2U); }

}  // namespace
}  // namespace meshc::codegen
