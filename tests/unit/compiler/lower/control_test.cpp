#include <gtest/gtest.h>

#include "compiler/ir/print_point.h"
#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

CheckedMesh LowerControl(const std::string& body) {
  return CheckText(R"(mesh test.control;
error soft recoverable;
envelope E { in flag: bool; var n: int = 0; var v: string; in xs: [string]; }
processor a() { raises soft; }
processor b();
router pick() -> { left, right };
flow f on E {
)" + body + "\n}\n");
}

/// The point's text with the names of the points that it leads to instead of their numbers.
std::string TextOf(const CheckedMesh& checked, std::string_view name) {
  const ir::Point* point = checked.Point(name);
  if (point == nullptr) return "no such point";
  std::string text = ir::PrintPoint(checked.mesh, *point);
  for (std::uint32_t i = checked.mesh.points.size(); i-- > 0;) {
    std::string number = "#" + std::to_string(i);
    for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number, at + 1)) {
      bool whole = at + number.size() == text.size() || std::isdigit(text[at + number.size()]) == 0;
      bool alone = at == 0 || text[at - 1] == ' ';
      if (whole && alone) text.replace(at, number.size(), checked.mesh.points[{i}].name);
    }
  }
  return text;
}

TEST(Control, IfLeadsToItsArmsAndPastThem) {
  auto checked = LowerControl("if flag { a; } b;");
  EXPECT_EQ(TextOf(checked, "f/if#1/test"), "branch flag; true f/if#1[then]/a#1; false f/b#1");
  EXPECT_EQ(TextOf(checked, "f/if#1[then]/a#1"), "call a(); then f/b#1");
  EXPECT_EQ(TextOf(checked, "f/b#1"), "call b(); then f/end");
}

TEST(Control, RouteHasATargetPerLabelInTheOrderOfTheRouter) {
  auto checked = LowerControl("route pick { right => b; left => { } }");
  EXPECT_EQ(TextOf(checked, "f/route#1/pick#1"), "ask pick(); left f/end; right f/route#1[right]/b#1");
}

TEST(Control, EachKeepsItsMaxAndItsWidth) {
  auto checked = LowerControl("each x in xs max 5 width 2 { a; }");
  EXPECT_EQ(TextOf(checked, "f/each#1/fork"),
            "each x in xs max 5 width 2 wait all; body f/each#1/a#1; join f/each#1/join");
}

TEST(Control, WhileTestsBeforeItCounts) {
  auto checked = LowerControl("while flag max 3 { a; }");
  EXPECT_EQ(TextOf(checked, "f/while#1/enter"), "start loop 0; then f/while#1/test");
  EXPECT_EQ(TextOf(checked, "f/while#1/test"), "branch flag; true f/while#1/round; false f/while#1/leave");
  EXPECT_EQ(TextOf(checked, "f/while#1/round"),
            "round of loop 0 max 3; body f/while#1/a#1; exhausted f/while#1/exhausted");
  EXPECT_EQ(TextOf(checked, "f/while#1/a#1"), "call a(); then f/while#1/test");
  EXPECT_EQ(TextOf(checked, "f/while#1/leave"), "unwind 0 frames, loop 0; then f/end");
  EXPECT_EQ(TextOf(checked, "f/while#1/exhausted"), "raise loop_exhausted");
}

TEST(Control, RepeatTestsAfterTheRoundAndContinueGoesToTheTest) {
  auto checked = LowerControl("repeat max 3 { if flag { continue; } a; } until flag;");
  EXPECT_EQ(TextOf(checked, "f/repeat#1/enter"), "start loop 0; then f/repeat#1/round");
  EXPECT_EQ(TextOf(checked, "f/repeat#1/until"),
            "branch flag; true f/repeat#1/leave; false f/repeat#1/round");
  EXPECT_EQ(TextOf(checked, "f/repeat#1/if#1[then]/continue#1"), "unwind 0 frames; then f/repeat#1/until");
}

TEST(Control, TheElseOfALoopStandsOutsideOfIt) {
  auto checked = LowerControl("loop max 3 { loop max 2 { a; } else { break; } }  else { b; }");
  EXPECT_EQ(TextOf(checked, "f/loop#1/loop#1[else]/enter"),
            "unwind 0 frames, loop 1; then f/loop#1/loop#1[else]/break#1");
  EXPECT_EQ(TextOf(checked, "f/loop#1/loop#1[else]/break#1"), "unwind 0 frames, loop 0; then f/end");
  EXPECT_EQ(TextOf(checked, "f/loop#1[else]/b#1"), "call b(); then f/end");
}

TEST(Control, AHandlerDropsTheLoopsInsideOfItsTry) {
  auto checked = LowerControl("while flag max 2 { try { loop max 3 { a; } } on any { } }");
  EXPECT_EQ(
      TextOf(checked, "f/while#1/try#1/loop#1/a#1"),
      "call a(); then f/while#1/try#1/loop#1/round; on error f/while#1/try#1/catch keeps 0, drops loop 1");
}

TEST(Control, AClauseEndsByPoppingItsFrame) {
  auto checked = LowerControl("try { a; } on soft { b; } b;");
  EXPECT_EQ(TextOf(checked, "f/try#1/catch"), "catch; soft f/try#1[soft]/b#1");
  EXPECT_EQ(TextOf(checked, "f/try#1[soft]/b#1"), "call b(); then f/try#1[soft]/leave");
  EXPECT_EQ(TextOf(checked, "f/try#1[soft]/leave"), "unwind 1 frames; then f/b#1");
}

TEST(Control, AnErrorInAClauseGoesToTheOuterTryWithTheFramesGone) {
  auto checked = LowerControl("try { try { a; } on soft { b; } } on any { }");
  EXPECT_EQ(TextOf(checked, "f/try#1/try#1[soft]/b#1"),
            "call b(); then f/try#1/try#1[soft]/leave; on error f/try#1/catch keeps 0");
}

TEST(Control, AHandlerInsideOfAClauseKeepsTheClausesFrame) {
  auto checked = LowerControl("try { a; } on soft { try { b; } on any { } }");
  EXPECT_EQ(TextOf(checked, "f/try#1[soft]/try#1/b#1"),
            "call b(); then f/try#1[soft]/leave; on error f/try#1[soft]/try#1/catch keeps 1");
}

TEST(Control, AFinallyIsOneRegionWithNumberedWays) {
  auto checked = LowerControl("try { a; } finally { b; } b;");
  EXPECT_EQ(TextOf(checked, "f/try#1/a#1"),
            "call a(); then f/try#1[finally]/on_normal; on error f/try#1/catch keeps 0");
  EXPECT_EQ(TextOf(checked, "f/try#1/catch"), "catch; rest f/try#1[finally]/on_error");
  EXPECT_EQ(TextOf(checked, "f/try#1[finally]/on_normal"),
            "enter finally with exit 0; then f/try#1[finally]/b#1");
  EXPECT_EQ(TextOf(checked, "f/try#1[finally]/on_error"),
            "enter finally with the error; then f/try#1[finally]/b#1");
  EXPECT_EQ(TextOf(checked, "f/try#1[finally]/b#1"), "call b(); then f/try#1[finally]/exit");
  EXPECT_EQ(TextOf(checked, "f/try#1[finally]/exit"), "leave finally; exit 0 f/b#1");
}

TEST(Control, JumpsGoThroughEveryFinallyOnTheirWay) {
  auto checked = LowerControl(
      "loop max 2 { try { try { if flag { return; } break; } finally { a; } } on soft { } finally { b; } }");
  const std::string inner = "f/loop#1/try#1/try#1";
  const std::string outer = "f/loop#1/try#1";
  EXPECT_EQ(TextOf(checked, inner + "/break#1"),
            "unwind 0 frames; then " + inner + "[finally]/on_break; on error " + inner + "/catch keeps 0");
  EXPECT_EQ(TextOf(checked, inner + "[finally]/exit"),
            "leave finally; exit 0 " + outer + "[finally]/on_return; exit 1 " + outer +
                "[finally]/on_break; on error " + outer + "/catch keeps 0");
  EXPECT_EQ(TextOf(checked, outer + "[finally]/then_break"), "unwind 0 frames, loop 0; then f/end");
}

TEST(Control, ErrorsInClausesRunTheFinallyToo) {
  auto checked = LowerControl("try { a; } on soft { a; } finally { b; }");
  EXPECT_EQ(TextOf(checked, "f/try#1[soft]/a#1"),
            "call a(); then f/try#1[soft]/leave; on error f/try#1[finally]/catch keeps 0");
  EXPECT_EQ(TextOf(checked, "f/try#1[finally]/catch"), "catch; rest f/try#1[finally]/on_error");
}

TEST(Control, AReturnOutOfAClauseAndALoopDropsBoth) {
  auto checked = LowerControl("loop max 2 { try { a; } on soft { return; } }");
  EXPECT_EQ(TextOf(checked, "f/loop#1/try#1[soft]/return#1"), "unwind 1 frames, loop 0; then f/end");
}

TEST(Control, AFlowIsLoweredOnceAndCalled) {
  auto checked = LowerControl("g; g;\n}\nflow g on E { a;");
  EXPECT_EQ(TextOf(checked, "f/g#1"), "call flow g; then f/g#2");
  EXPECT_TRUE(checked.mesh.flows[types::FlowId{1}].called_on_same_envelope);
  EXPECT_FALSE(checked.mesh.flows[types::FlowId{0}].called_on_same_envelope);
}

TEST(Control, EveryShapeIsWellFormed) {
  for (const char* body :
       {"", ";", "{ }", "return;", "if flag { }", "loop max 1 { }", "loop max 1 { break; }",
        "while flag max 1 { } else { }", "try { } finally { }", "try { return; } finally { }",
        "try { raise soft(\"x\"); } on soft { raise; } finally { a; }",
        "try { a; } on any { } finally { raise soft(\"x\"); }",
        "try { a; } finally { try { b; } finally { try { a; } on any as e { set v = e.message; } } }",
        "loop max 3 { try { loop max 3 { try { continue; } finally { a; } } } on any { continue; } finally { "
        "b; } }",
        "return;\n} on any { return; } finally { a;", "return; a; return; loop max 2 { a; break; b; }",
        "repeat max 2 { return; } until flag; a;",
        "try { a; } on soft { try { b; } on crash { raise; } finally { a; } }"}) {
    auto checked = LowerControl(body);
    EXPECT_NE(checked.mesh.points.size(), 0U) << body;
    EXPECT_EQ(ir::Verify(checked.mesh), Strings{}) << body;
  }
}

TEST(Control, DeepNestingIsWellFormed) {
  std::string body = "a;";
  for (int i = 0; i < 150; ++i) {
    body = i % 3 == 0   ? "if flag { " + body + " }"
           : i % 3 == 1 ? "try { " + body + " } on any { } finally { b; }"
                        : "loop max 2 { " + body + " } else { }";
  }
  auto checked = LowerControl(body);
  EXPECT_NE(checked.mesh.points.size(), 0U);
  EXPECT_EQ(ir::Verify(checked.mesh), Strings{});
}

}  // namespace
}  // namespace meshc::test
