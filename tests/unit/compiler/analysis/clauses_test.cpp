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
