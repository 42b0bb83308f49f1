#include <gtest/gtest.h>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

CheckedMesh CheckOut(const std::string& body, const std::string& tail = "") {
  return CheckText(R"(mesh test.outputs;
error soft recoverable;
envelope E { in flag: bool; out reply: string; out extra: string?; }
processor answer() -> (reply: string) { raises soft; }
processor other() -> (extra: string?);
flow f on E {
)" + body + "\n}\n" +
                   tail);
}

TEST(Outputs, AnEndWithoutTheFieldIsToldAtTheHeader) {
  auto checked = CheckOut("if flag { return; } try { answer; } on soft { return; } other;");
  ASSERT_EQ(checked.Reports(), Strings{"MC4052@6: the flow `f` may end without its `out` field `reply`"});
  const auto& found = *checked.Find("MC4052");
  EXPECT_EQ(PathText(found), "[then] > return");
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(checked.sources.Locate(found.notes[0].range.file, found.notes[0].range.begin).line, 3U);
}

TEST(Outputs, EveryEndHasIt) {
  EXPECT_EQ(CheckOut("try { answer; } on any { raise; } other;").Errors(), Strings{});
}

TEST(Outputs, AnErrorIsNoNormalEnd) {
  EXPECT_EQ(CheckOut("if flag { raise soft(\"no\"); } answer; other;").Errors(), Strings{});
}

TEST(Outputs, AnOptionalOneNeedNotBePresent) { EXPECT_EQ(CheckOut("answer;").Errors(), Strings{}); }

TEST(Outputs, ACalledFlowLeavesThemToItsCallers) {
  EXPECT_EQ(CheckOut("answer; g;", "flow g on E { other; }\n").Errors(), Strings{});
  EXPECT_EQ(CheckOut("g;", "flow g on E { answer; }\n").Errors(), Strings{});
  EXPECT_EQ(CheckOut("g;", "flow g on E { other; }\n").Errors(), Strings{"MC4052@6"});
}

TEST(Outputs, TheEndOfTheBodyIsAnEnd) {
  auto checked = CheckOut("if flag { answer; } other;");
  ASSERT_NE(checked.Find("MC4052"), nullptr);
  EXPECT_EQ(PathText(*checked.Find("MC4052")), "[else] > other > end");
}

}  // namespace
}  // namespace meshc::test
