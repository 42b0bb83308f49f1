#include <gtest/gtest.h>

#include "compiler/ir/print_constant.h"
#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

TEST(PrintConstant, WritesValuesAsAFlowFileDoes) {
  EXPECT_EQ(ir::PrintConstant(types::Constant::Null()), "null");
  EXPECT_EQ(ir::PrintConstant(types::Constant::Bool(true)), "true");
  EXPECT_EQ(ir::PrintConstant(types::Constant::Int(-3)), "-3");
  EXPECT_EQ(ir::PrintConstant(types::Constant::Float(2)), "2.0");
  EXPECT_EQ(ir::PrintConstant(types::Constant::Float(1e300)), "1e+300");
  EXPECT_EQ(ir::PrintConstant(types::Constant::String("a\"b\n")), "\"a\\\"b\\n\"");
  EXPECT_EQ(ir::PrintConstant(types::Constant::Duration(90'000'000'000)), "90s");
}

TEST(PrintDuration, TakesTheLargestWholeUnit) {
  EXPECT_EQ(ir::PrintDuration(0), "0ms");
  EXPECT_EQ(ir::PrintDuration(7'200'000'000'000), "2h");
  EXPECT_EQ(ir::PrintDuration(250'000'000), "250ms");
  EXPECT_EQ(ir::PrintDuration(1'500'000), "1.5ms");
}

std::string Condition(const std::string& text) {
  auto checked = CheckText(
      "mesh test.print;\nenvelope E { in a: int; in b: int; in c: bool; in d: [int]; in m: int?; }\n"
      "flow f on E { if " +
      text + " { } }\n");
  const ir::Point* point = checked.Point("f/if#1/test");
  if (point == nullptr) return checked.Reports().empty() ? "" : checked.Reports().front();
  return ir::PrintExpression(checked.mesh, std::get<ir::Branch>(point->body).condition, {0});
}

TEST(PrintExpression, KeepsParenthesesThatMatterOnly) {
  EXPECT_EQ(Condition("((a + b) * 2) > (a - (b - 1))"), "(a + b) * 2 > a - (b - 1)");
  EXPECT_EQ(Condition("(a + b) + 1 > 0 && (c || !c)"), "a + b + 1 > 0 && (c || !c)");
  EXPECT_EQ(Condition("!(a in d) || c"), "!(a in d) || c");
  EXPECT_EQ(Condition("(a == b) == c"), "(a == b) == c");
  EXPECT_EQ(Condition("(m ?? a) + 1 > (m ?? b)"), "(m ?? a) + 1 > m ?? b");
  EXPECT_EQ(Condition("(c ? a : b) > d[a + 1]"), "(c ? a : b) > d[a + 1]");
  EXPECT_EQ(Condition("-(-a) < -3"), "--a < -3");
}

}  // namespace
}  // namespace meshc::test
