#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

TEST(Presence, AFieldThatNoPathWritesIsAbsent) {
  auto checked = CheckBody("need(x: a);");
  EXPECT_EQ(checked.Reports(), Strings{"MC4050@32: `a` may be absent here"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "need");
}

TEST(Presence, AFieldThatOneBranchWritesIsAbsentAfterTheOther) {
  auto checked = CheckBody("if flag { make_a; } else { make_b; }\nneed(x: a);");
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@33"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "[else] > make_b > need");
}

TEST(Presence, AFieldThatBothBranchesWriteIsPresent) {
  EXPECT_EQ(CheckBody("if flag { make_a; } else { fallible_a; }\nneed(x: a);").Errors(), Strings{});
}

TEST(Presence, AnUnboundParamNamesTheFieldThatItTakes) {
  auto checked = CheckBody("takes_v;", "processor takes_v(v: string);");
  EXPECT_EQ(checked.Reports(),
            Strings{"MC4051@32: the param `v` of `takes_v` takes the field `v`, which may be absent here"});
}

TEST(Presence, AnOptionalParamAndOneWithADefaultTakeWhatMayBeAbsent) {
  EXPECT_EQ(CheckBody("want(x: a); takes_v; with_default;",
                      "processor takes_v(v: string?);\nprocessor with_default(v: string = \"x\");")
                .Errors(),
            Strings{});
}

TEST(Presence, AMistakeIsToldOnce) {
  EXPECT_EQ(CheckBody("need(x: a);\nneed(x: a + a);\nset v = a;").Errors(), Strings{"MC4050@32"});
}

TEST(Presence, AFallbackCoversAnAbsentField) {
  EXPECT_EQ(CheckBody("need(x: a ?? \"none\");").Errors(), Strings{});
  EXPECT_EQ(CheckBody("need(x: a ?? b);").Reports(), Strings{"MC4050@32: `b` may be absent here"});
}

TEST(Presence, TheBodyOfAWhileMayNotRun) {
  auto checked = CheckBody("while flag max 3 { make_v; }\nneed(x: v);");
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@33"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "[no round] > need");
}

TEST(Presence, TheBodyOfARepeatHasRunBeforeItsTestAndItsElse) {
  EXPECT_EQ(CheckBody("repeat max 3 { make_v; } until v == \"x\" else { need(x: v); }\nneed(x: v);").Errors(),
            Strings{});
}

TEST(Presence, AWhileIsExhaustedOnlyAfterARound) {
  EXPECT_EQ(CheckBody("while flag max 3 { make_v; } else { need(x: v); }").Errors(), Strings{});
}

TEST(Presence, AClauseKnowsWhatHoldsAtEveryPointThatRaisesItsError) {
  EXPECT_EQ(CheckBody("try { make_a; fallible; } on soft { need(x: a); }").Errors(), Strings{});
  auto checked = CheckBody("try { fallible; make_a; fallible; } on soft {\nneed(x: a); }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@33"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "fallible > [on soft] > need");
}

TEST(Presence, ResultsOfACallThatFailsAreNotWritten) {
  EXPECT_EQ(CheckBody("try { fallible_a; } on soft {\nneed(x: a); }").Errors(), Strings{"MC4050@33"});
}

TEST(Presence, AClauseForOneErrorIsNotConcernedByPointsThatRaiseAnother) {
  EXPECT_EQ(CheckBody("try { need(x: given); make_a; fallible; } on soft { need(x: a); }").Errors(),
            Strings{});
}

TEST(Presence, AFinallyIsLeftByTheWayItWasEntered) {
  // The error way enters without `a`, but never gets behind the statement.
  EXPECT_EQ(CheckBody("try { fallible; make_a; } finally { make_b; }\nneed(x: a); need(x: b);",
                      "processor unused();")
                .Errors(),
            Strings{});
}

TEST(Presence, InsideOfAFinallyOnlyWhatHoldsOnAllWaysInIsPresent) {
  auto checked = CheckBody("try { make_a; } finally {\nneed(x: a); }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@33"});
  EXPECT_NE(PathText(*checked.Find("MC4050")).find("[finally] > need"), std::string::npos);
}

TEST(Presence, AReturnThroughAFinallyDoesNotReachTheStatementBehindIt) {
  EXPECT_EQ(CheckBody("try { if flag { return; } make_a; } finally { set n += 1; }\nneed(x: a);").Errors(),
            Strings{});
}

TEST(Presence, AnInnerFinallyHandsErrorsToTheOuterClauseWithWhatHeldWhereTheyArose) {
  EXPECT_EQ(
      CheckBody("try { make_a; try { fallible; } finally { make_b; } } on soft { need(x: a); need(x: b); }")
          .Errors(),
      Strings{});
}

TEST(Presence, ABreakBringsItsOwnState) {
  auto checked = CheckBody("loop max 3 { if flag { break; } make_v; break; }\nneed(x: v);");
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@33"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "[then] > break > need");
}

TEST(Presence, ALeftOutResultKeepsAnOlderValue) {
  EXPECT_EQ(CheckBody("set v = \"x\"; maybe_a as v; need(x: v);").Errors(), Strings{});
  EXPECT_EQ(CheckBody("maybe_a;\nneed(x: a);").Errors(), Strings{"MC4050@33"});
}

TEST(Presence, AnOptionalFieldIsPresentOnceItIsSetToAValue) {
  EXPECT_EQ(CheckBody("set maybe = \"x\"; need(x: maybe);").Errors(), Strings{});
  EXPECT_EQ(CheckBody("set maybe = \"x\"; set maybe = null;\nneed(x: maybe);").Errors(),
            Strings{"MC4050@33"});
  EXPECT_EQ(CheckBody("set maybe = flag ? \"x\" : null;\nneed(x: maybe);").Errors(), Strings{"MC4050@33"});
}

TEST(Presence, AMemberIsSetInAPresentRecordOnly) {
  EXPECT_EQ(CheckBody("set inner.text = \"x\";").Reports(), Strings{"MC4050@32: `inner` may be absent here"});
  EXPECT_EQ(CheckBody("set inner.text = \"x\"; set inner.note = \"y\";").Errors(), Strings{"MC4050@32"});
  EXPECT_EQ(CheckBody("make_inner; set inner.text = \"x\";").Errors(), Strings{});
}

TEST(Presence, ALogIsPresentFromTheStart) {
  EXPECT_EQ(CheckBody("if len(trail) > 3 { make_a; } set trail += 0.5;").Errors(), Strings{});
}

TEST(Presence, AddingReads) {
  EXPECT_EQ(CheckBody("set v += \"x\";").Errors(), Strings{"MC4050@32"});
  EXPECT_EQ(CheckBody("set n += 1;").Errors(), Strings{});
}

TEST(Presence, ACalledFlowSeesWhatItsCallerHas) {
  std::string callee = "flow g on E { need(x: a); make_b; }";
  EXPECT_EQ(CheckBody("make_a; g; need(x: b);", callee).Errors(), Strings{});
  auto checked = CheckBody("if flag { make_a; }\ng;", callee);
  ASSERT_EQ(checked.Errors(), Strings{"MC4050@35"});
  EXPECT_EQ(PathText(*checked.Find("MC4050")), "[else] > g > need");
}

TEST(Presence, ACalledFlowIsCheckedForEveryCall) {
  EXPECT_EQ(CheckBody("if flag { make_a; g; } else { g; }", "flow g on E { need(x: a); }").Errors(),
            Strings{"MC4050@34"});
}

TEST(Presence, AReturnInACalledFlowEndsTheCalleeOnly) {
  auto checked = CheckBody("g;\nneed(x: a);", "flow g on E { if flag { return; } make_a; }");
  EXPECT_EQ(checked.Errors(), Strings{"MC4050@33"});
}

TEST(Presence, AnErrorOfACalledFlowReachesTheCallersClauseWithItsState) {
  std::string callee = "flow g on E { make_a; fallible; make_b; }";
  EXPECT_EQ(CheckBody("try { g; need(x: b); } on soft { need(x: a); }", callee).Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { g; } on soft {\nneed(x: b); }", callee).Errors(), Strings{"MC4050@33"});
}

TEST(Presence, AnElementOfAnOptionalTypeMayBeAbsent) {
  auto checked = CheckText(
      "mesh test.elements;\nenvelope E { in notes: [string?]; }\nprocessor need(x: string);\n"
      "flow f on E {\nneed(x: notes[0]);\nneed(x: notes[0] ?? \"none\"); }\n");
  EXPECT_EQ(checked.Reports(), Strings{"MC4050@5: `notes[0]` may be absent here"});
}

TEST(Presence, WhatStandsInBracketsIsReadWhateverStandsBehindThem) {
  auto checked = CheckText(
      "mesh test.elements;\nenvelope E { in notes: [string?]; in at: int?; }\nprocessor need(x: string);\n"
      "flow f on E {\nneed(x: notes[at] ?? \"none\"); }\n");
  EXPECT_EQ(checked.Reports(), Strings{"MC4050@5: `at` may be absent here"});
}

/// Errors of a flow on an envelope with a call `hold` whose undo needs what it may not get.
Strings ErrorsOfSaga(const std::string& declarations, const std::string& body) {
  return CheckText("mesh t; envelope E { in flag: bool; in seat: int?; in seats: [int?]; receipt: int; } " +
                   declarations + "\nflow f on E { saga {\n" + body + "\n} }")
      .Errors();
}

TEST(Presence, ParamsOfAnUndoAreThereOnceTheCallHasSucceeded) {
  // What the call itself fills, under its own name or another.
  EXPECT_EQ(ErrorsOfSaga("processor pay() -> (sum: int) { undo back; } processor back(receipt: int);",
                         "pay as receipt;"),
            Strings{});
  EXPECT_EQ(
      ErrorsOfSaga("processor pay() -> (receipt: int) { undo back; } processor back(receipt: int);", "pay;"),
      Strings{});
  EXPECT_EQ(ErrorsOfSaga("processor pay() { undo back; } processor back(receipt: int);", "pay;"),
            Strings{"MC4061@3"});
}

TEST(Presence, AResultThatMayBeLeftOutIsNothingForAnUndoThatNeedsIt) {
  const std::string pay = "processor pay() -> (receipt: int?) { undo back; } ";
  EXPECT_EQ(ErrorsOfSaga(pay + "processor back(receipt: int);", "pay;"), Strings{"MC4061@3"});
  EXPECT_EQ(ErrorsOfSaga(pay + "processor back(receipt: int?);", "pay;"), Strings{});
  EXPECT_EQ(ErrorsOfSaga(pay + "processor back(receipt: int = 3);", "pay;"), Strings{});
}

TEST(Presence, AnUndoNeedsTheArgumentThatTheCallMayDoWithout) {
  const std::string hold = "processor hold(seat: int?) { undo free; } processor free(seat: int);";
  EXPECT_EQ(ErrorsOfSaga(hold, "hold;"), Strings{"MC4061@3"});
  EXPECT_EQ(ErrorsOfSaga(hold, "hold(seat: seat);"), Strings{"MC4061@3"});
  EXPECT_EQ(ErrorsOfSaga(hold, "hold(seat: flag ? 3 : null);"), Strings{"MC4061@3"});
  EXPECT_EQ(ErrorsOfSaga(hold, "hold(seat: 3); hold(seat: seat ?? 4);"), Strings{});
  EXPECT_EQ(ErrorsOfSaga(hold, "if has(seat) { hold; hold(seat: seat); }"), Strings{});
  EXPECT_EQ(ErrorsOfSaga(hold, "each place in seats {\nhold(seat: place); }"), Strings{"MC4061@4"});
  EXPECT_EQ(ErrorsOfSaga(hold, "each place in seats {\nif has(place) { hold(seat: place); } }"), Strings{});
}

TEST(Presence, TheValueOfATagMayBeNullInItsArm) {
  const std::string mesh =
      "mesh t; union U { n: int?; s: string; } envelope E { in u: U; } processor need(n: int); processor "
      "may(n: "
      "int?);\nflow f on E { match u { n => {\n";
  const auto errors = [&](const std::string& arm) {
    return CheckText(mesh + arm + "\n} s => { } } }").Errors();
  };
  EXPECT_EQ(errors("need(n: u.n);"), Strings{"MC4050@3"});
  EXPECT_EQ(errors("need(n: u.n ?? 1); may(n: u.n);"), Strings{});
  EXPECT_EQ(errors("if has(u.n) { need(n: u.n); }"), Strings{});
  EXPECT_EQ(errors("may(n: u.n); need(n: u.n);"), Strings{"MC4050@3"});
  EXPECT_EQ(
      CheckText("mesh t; union U { n: int?; s: string; } envelope E { in u: U; } processor may(n: int?);\n"
                "flow f on E { may(n: u.n); }")
          .Errors(),
      Strings{"MC4053@2"});
}

TEST(Presence, NullMayBeDelivered) {
  EXPECT_EQ(CheckBody("await m: string? into maybe timeout 1s;\nneed(x: maybe);").Errors(),
            Strings{"MC4050@33"});
  EXPECT_EQ(CheckBody("set maybe = \"x\"; await m: string? into maybe timeout 1s;\nneed(x: maybe);").Errors(),
            Strings{"MC4050@33"});
  EXPECT_EQ(CheckBody("await m: string into maybe timeout 1s;\nneed(x: maybe);").Errors(), Strings{});
}

TEST(Presence, WhatIsKnownOfACallersVariableIsNotKnownOfACallees) {
  const std::string mesh =
      "mesh t; envelope E { in xs: [int?]; } processor need(x: int);\nflow g on E { each y in xs {\n";
  const std::string caller = "\n} }\nflow f on E { each x in xs { if has(x) { g; } } }";
  EXPECT_EQ(CheckText(mesh + "need(x: y);" + caller).Errors(), Strings{"MC4050@3"});
  EXPECT_EQ(CheckText(mesh + "if has(y) { need(x: y); }" + caller).Errors(), Strings{});
}

TEST(Presence, VariablesAreCalledByTheirNames) {
  EXPECT_EQ(CheckText("mesh t; envelope E { in notes: [string?]; } processor need(x: string);\n"
                      "flow f on E { each note in notes { need(x: note); } }")
                .Reports(),
            Strings{"MC4050@2: `note` may be absent here"});
}

}  // namespace
}  // namespace meshc::test
