#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

TEST(WriteOnce, ASecondWriteIsToldWithTheFirst) {
  auto checked = CheckBody("make_a;\nfallible_a;");
  ASSERT_EQ(checked.Errors(), Strings{"MC4055@33"});
  const auto& labels = checked.Find("MC4055")->labels;
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(checked.sources.Locate(labels[0].range.file, labels[0].range.begin).line, 32U);
  EXPECT_EQ(labels[0].text, "first written here");
  EXPECT_EQ(PathText(*checked.Find("MC4055")), "make_a > fallible_a");
}

TEST(WriteOnce, BranchesMayWriteOneEach) {
  EXPECT_EQ(CheckBody("if flag { make_a; } else { fallible_a; }").Errors(), Strings{});
}

TEST(WriteOnce, AWriteOnOnePathCounts) {
  auto checked = CheckBody("if flag { make_a; }\nfallible_a;");
  ASSERT_EQ(checked.Errors(), Strings{"MC4055@33"});
  EXPECT_EQ(PathText(*checked.Find("MC4055")), "[then] > make_a > fallible_a");
}

TEST(WriteOnce, ALoopWritesAgain) {
  auto checked = CheckBody("while flag max 2 {\nmake_a; }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4056@33"});
  EXPECT_EQ(checked.Find("MC4056")->message, "the field `a` is written again in the next round of the loop");
}

TEST(WriteOnce, ALoopOfOneRoundDoesNot) {
  EXPECT_EQ(CheckBody("while flag max 1 { make_a; }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("repeat max 1 { make_a; } until flag;").Errors(), Strings{});
  EXPECT_EQ(CheckBody("repeat max 2 { make_a; } until flag;").Errors(), Strings{"MC4056@32"});
}

TEST(WriteOnce, ALoopThatIsLeftAfterTheWriteDoesNotWriteAgain) {
  EXPECT_EQ(CheckBody("loop max 5 { if flag { make_a; break; } set n += 1; }").Errors(), Strings{});
}

TEST(WriteOnce, VarAndLogMayBeWrittenAnyTime) {
  EXPECT_EQ(CheckBody("make_v; make_v; noted; noted; loop max 3 { make_v; }").Errors(), Strings{});
}

TEST(WriteOnce, WhereHasIsFalseTheFieldIsUnwritten) {
  EXPECT_EQ(CheckBody("maybe_a; if !has(a) { make_a; }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("maybe_a; if has(a) { make_a; }").Errors(), Strings{"MC4055@32"});
  EXPECT_EQ(CheckBody("while flag max 4 { if !has(a) { make_a; } } else { }").Errors(), Strings{});
}

TEST(WriteOnce, AClauseSeesWhatMayHaveBeenWritten) {
  EXPECT_EQ(CheckBody("try { make_a; fallible; } on soft {\nfallible_a; } on any { }").Errors(),
            Strings{"MC4055@33"});
  EXPECT_EQ(CheckBody("try { fallible; make_a; } on soft { make_a; }").Errors(), Strings{});
  EXPECT_EQ(CheckBody("try { fallible_a; } on soft { make_a; }").Errors(), Strings{});
}

TEST(WriteOnce, AFinallyMayRunAfterTheWrite) {
  EXPECT_EQ(CheckBody("try { make_a; } finally {\nmake_a; }").Errors(), Strings{"MC4055@33"});
  EXPECT_EQ(CheckBody("try { fallible; } finally { make_a; }\nmake_b;").Errors(), Strings{});
}

TEST(WriteOnce, ACalledFlowWritesItsCallersFields) {
  auto checked = CheckBody("make_a;\ng;", "flow g on E { make_a; }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4055@35"});
  EXPECT_EQ(PathText(*checked.Find("MC4055")), "make_a > g > make_a");
  EXPECT_EQ(CheckBody("g;\nmake_a;", "flow g on E { make_a; }").Errors(), Strings{"MC4055@33"});
}

TEST(WriteOnce, AFlowCalledTwiceWritesTwice) {
  auto checked = CheckBody("g;\ng;", "flow g on E { make_a; }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4055@35"});
  const auto& labels = checked.Find("MC4055")->labels;
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(checked.sources.Locate(labels[0].range.file, labels[0].range.begin).line, 32U);
  EXPECT_EQ(checked.sources.Locate(labels[1].range.file, labels[1].range.begin).line, 33U);
}

TEST(WriteOnce, AFlowCalledInALoopWritesInEachRound) {
  EXPECT_EQ(CheckBody("loop max 3 { g; }", "flow g on E { make_a; }").Errors(), Strings{"MC4056@34"});
  EXPECT_EQ(CheckBody("loop max 3 { break; } else { } g; g;", "flow g on E { make_a; }").Errors(),
            Strings{"MC4055@34"});
}

TEST(WriteOnce, OfALongPathTheEndsAreTold) {
  std::string body = "make_a;";
  for (int i = 0; i < 100; ++i) body += " make_v;";
  auto checked = CheckBody(body + " make_a;");
  const auto* found = checked.Find("MC4055");
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->path.size(), 33U);
  EXPECT_EQ(found->path.front(), "make_a");
  EXPECT_EQ(found->path[8], "…");
  EXPECT_EQ(found->path.back(), "make_a");
}

TEST(WriteOnce, ACalleesWriteIsFoundInside) {
  auto checked = CheckBody("g;\nmake_a;", "flow g on E { make_b; make_a; }");
  ASSERT_EQ(checked.Errors(), Strings{"MC4055@33"});
  const auto& label = checked.Find("MC4055")->labels[0];
  EXPECT_EQ(checked.sources.Locate(label.range.file, label.range.begin).line, 35U);
}

TEST(WriteOnce, WhatABranchHasWrittenIsWrittenAfterTheJoin) {
  EXPECT_EQ(CheckBody("parallel { make_a; make_b; }\nmake_a;").Errors(), Strings{"MC4055@33"});
  EXPECT_EQ(CheckBody("parallel { optional make_a; make_b; }\nmake_a;").Errors(), Strings{"MC4055@33"});
  EXPECT_EQ(CheckBody("parallel wait any { make_a; make_b; }\nmake_b;").Errors(), Strings{"MC4055@33"});
  EXPECT_EQ(CheckBody("parallel { make_v; make_b; }\nmake_a; make_v;").Errors(), Strings{});
}

}  // namespace
}  // namespace meshc::test
