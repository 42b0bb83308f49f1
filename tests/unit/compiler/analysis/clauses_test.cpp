#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

TEST(Clauses, AnErrorThatTheBlockCannotRaiseIsTold) {
  auto checked = CheckBody("try { make_a; }\non soft { }");
  EXPECT_EQ(checked.Reports(), Strings{"MC4058@33: nothing in the guarded block raises `soft`"});
  ASSERT_EQ(checked.Find("MC4058")->notes.size(), 1U);
}

TEST(Clauses, AnErrorOfAnOuterClauseIsNoErrorOfTheBlock) {
  EXPECT_EQ(CheckBody("try { try { fallible; } on soft { } }\non soft { }").Errors(), Strings{"MC4058@33"});
  EXPECT_EQ(CheckBody("try { try { fallible; } on soft { raise; } }\non soft { }").Errors(), Strings{});
}

TEST(Clauses, WhatEveryCallMayRaise) {
  EXPECT_EQ(CheckBody("try { make_a; } on timeout { } on crash { } on contract_violation { }").Errors(),
            Strings{});
  EXPECT_EQ(CheckBody("try { set v = \"x\"; }\non timeout { }").Errors(), Strings{"MC4058@33"});
}

TEST(Clauses, BehindAnyAParentIsOfUseForAFatalChild) {
  const std::string child = "error worst: soft fatal;";
  EXPECT_EQ(CheckBody("try { fallible; } on any { }\non soft { }", child).Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { fallible; } on any { }\non worst { } on soft { }", child).Errors(),
            Strings{"MC4059@33"});
  EXPECT_EQ(CheckBody("try { fallible; } on any { }\non soft { }").Errors(), Strings{"MC4059@33"});
  EXPECT_EQ(CheckBody("try { raise soft(\"x\"); } on any { }\non soft { }", child).Errors(),
            Strings{"MC4059@33"});
}

TEST(Clauses, CancelledAndDeadlineExceededMayAlwaysBeNamed) {
  EXPECT_EQ(CheckBody("try { set v = \"x\"; } on cancelled { } on deadline_exceeded { }").Errors(),
            Strings{});
}

TEST(Clauses, ExpressionsRaiseOnlyWhenTheyCan) {
  EXPECT_EQ(CheckBody("try { set n = n + 1; } on expression_error { }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { set n = 1; } on expression_error { }").Errors(), Strings{"MC4058@32"});
  EXPECT_EQ(CheckBody("try { if trail[0] > 0.5 { } } on expression_error { }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { need(x: given + \"x\"); } on expression_error { }").Errors(),
            Strings{"MC4058@32"});
  EXPECT_EQ(CheckBody("try { set v = string(trail[n] ?? 0.0); } on expression_error { }").Errors(),
            Strings{});
}

/// The errors of a `try` around `body` with a clause for `contract_violation`.
Strings ErrorsOfContract(const std::string& body, const std::string& clause = {}) {
  return CheckText(R"(mesh test.bounds;
record R { k: int(1..5); }
error bad recoverable { k: int(1..5); }
envelope B {
  in n: int; in m: int?; in s: int(1..5); in o: int(1..5)?;
  var k: int(1..5) = 1; var w: int = 1; var r: R?; var l: [int(1..5)] = []; var f: float = 0.0; var u: int;
}
flow b on B { try { )" +
                   body + " } on contract_violation { } " + clause + " }")
      .Errors();
}

TEST(Clauses, AValueWiderThanItsTargetMayBreakTheContract) {
  for (const char* wide : {"set k = n;", "set k = m ?? 3;", "set k = o ?? n;", "set k = n > 3 ? n : 2;",
                           "set k = n > 3 ? 2 : m ?? 4;", "set r = { k: n };", "set l = [1, n];",
                           "set l += n;", "set k += 1;"}) {
    EXPECT_EQ(ErrorsOfContract(wide), Strings{}) << wide;
  }
  EXPECT_EQ(ErrorsOfContract("raise bad(\"x\") { k: n };", "on bad { }"), Strings{});
}

TEST(Clauses, AValueWithinTheBoundsCannot) {
  for (const char* narrow :
       {"set k = s;", "set k = o ?? 3;", "set k = n > 3 ? s : 2;", "set w = s;", "set f = n;"}) {
    EXPECT_EQ(ErrorsOfContract(narrow), Strings{"MC4058@8"}) << narrow;
  }
  EXPECT_EQ(ErrorsOfContract("raise bad(\"x\") { k: s };", "on bad { }"), Strings{"MC4058@8"});
}

TEST(Clauses, AWriteThatMakesThePayloadLargerMayOutgrowItsLimit) {
  for (const char* larger :
       {"set r = { k: s };", "set l = [1, s];", "set l += s;", "set u = s;", "parallel { { } { } }"})
    EXPECT_EQ(ErrorsOfContract(larger), Strings{}) << larger;
}

TEST(Clauses, LoopsRaiseLoopExhaustedWithoutAnElse) {
  EXPECT_EQ(CheckBody("try { while flag max 2 { } } on loop_exhausted { }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { while flag max 2 { } else { } } on loop_exhausted { }").Errors(),
            Strings{"MC4058@32"});
}

TEST(Clauses, WhoRaisesAParentMayRaiseItsChildren) {
  EXPECT_EQ(CheckBody("try { fallible; } on softer { } on soft { }").Errors(), Strings{});
}

TEST(Clauses, AnEarlierClauseCatchesFirst) {
  auto checked = CheckBody("try { fallible; } on soft { }\non softer { }");
  EXPECT_EQ(checked.Reports(), Strings{"MC4059@33: `softer` is always caught by an earlier clause"});
  EXPECT_EQ(CheckBody("try { fallible; } on any { }\non soft { }").Errors(), Strings{"MC4059@33"});
  EXPECT_EQ(CheckBody("try { fallible; } on soft { }\non soft { }").Errors(), Strings{"MC4059@33"});
}

TEST(Clauses, AnyDoesNotCatchFatalErrors) {
  std::string fatal = "processor breaks() { raises hard; }";
  EXPECT_EQ(CheckBody("try { breaks; } on any { } on hard { }", fatal).Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { raise hard(\"x\"); } on any { }").Errors(), Strings{"MC4058@32"});
}

TEST(Clauses, SeveralErrorsOfOneClauseDoNotShadowEachOther) {
  EXPECT_EQ(CheckBody("try { fallible; } on soft, softer { }").Errors(), Strings{});
}

TEST(Clauses, TheClausesOfAFlowGuardItsBody) {
  EXPECT_EQ(CheckBody("fallible;\n} on soft { make_a;").Errors(), Strings{});
  EXPECT_EQ(CheckBody("make_a;\n} on soft { make_b;").Errors(), Strings{"MC4058@33"});
}

TEST(Clauses, ErrorsComeOutOfCalledFlows) {
  EXPECT_EQ(CheckBody("try { g; } on soft { }", "flow g on E { fallible; }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { g; } on soft { }", "flow g on E { try { fallible; } on soft { } }").Errors(),
            Strings{"MC4058@32"});
}

TEST(Clauses, ErrorsComeThroughAFinally) {
  EXPECT_EQ(CheckBody("try { try { fallible; } finally { set n = 1; } } on soft { }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { try { make_a; } finally { fallible; } } on soft { }").Errors(), Strings{});
}

TEST(Clauses, DeadCodeDoesNotMakeAClauseASecondMistake) {
  EXPECT_EQ(CheckBody("try { return;\nfallible; } on soft { }").Errors(), Strings{"MC4057@33"});
}

}  // namespace
}  // namespace meshc::test
