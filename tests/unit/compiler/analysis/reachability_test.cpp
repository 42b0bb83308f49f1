#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

TEST(Reachability, NothingFollowsAJump) {
  EXPECT_EQ(CheckBody("return;\nmake_a;").Errors(), Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("raise hard(\"x\");\nmake_a;").Errors(), Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("loop max 2 { break;\nmake_a; }").Errors(), Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("loop max 2 { if flag { break; } continue;\nmake_a; }").Errors(), Strings{"MC4057@33"});
}

TEST(Reachability, ARegionIsToldOnceAtItsFirstStatement) {
  EXPECT_EQ(CheckBody("return;\nmake_a;\nif flag { make_b; }\nreturn;\nmake_b;").Errors(),
            Strings{"MC4057@33"});
}

TEST(Reachability, TwoRegionsAreToldEach) {
  EXPECT_EQ(CheckBody("if flag { return;\nmake_a; }\nreturn;\nmake_b;").Errors(),
            (Strings{"MC4057@33", "MC4057@35"}));
}

TEST(Reachability, WhatBothArmsLeaveIsNeverPassed) {
  EXPECT_EQ(CheckBody("if flag { return; } else { return; }\nmake_a;").Errors(), Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("if flag { return; }\nmake_a;").Errors(), Strings{});
}

TEST(Reachability, ALoopWithoutBreakAndElseIsNeverPassed) {
  EXPECT_EQ(CheckBody("loop max 2 { make_v; }\nmake_a;").Errors(), Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("loop max 2 { make_v; } else { }\nmake_a;").Errors(), Strings{});
  EXPECT_EQ(CheckBody("loop max 2 { if flag { break; } }\nmake_a;").Errors(), Strings{});
}

TEST(Reachability, AnElseOfALoopThatCannotBeExhaustedIsDead) {
  EXPECT_EQ(CheckBody("loop max 2 { return; } else {\nmake_a; }").Errors(), Strings{"MC4057@33"});
}

TEST(Reachability, ATestThatNoRoundGetsToIsDead) {
  EXPECT_EQ(CheckBody("repeat max 2 { return; } until\nflag;\nmake_a;").Errors(), Strings{"MC4057@33"});
}

TEST(Reachability, ConstantConditionsLeaveBothBranches) {
  EXPECT_EQ(CheckBody("if true { return; }\nmake_a;").Errors(), Strings{});
  EXPECT_EQ(CheckBody("while true max 2 { make_v; }\nmake_a;").Errors(), Strings{});
}

TEST(Reachability, AFlowThatNeverReturnsEndsItsCaller) {
  EXPECT_EQ(CheckBody("g;\nmake_a;", "flow g on E { raise hard(\"x\"); }").Errors(), Strings{"MC4057@33"});
}

TEST(Reachability, AFinallyThatAlwaysRaisesEndsTheStatement) {
  EXPECT_EQ(CheckBody("try { make_b; } finally { raise hard(\"x\"); }\nmake_a;").Errors(),
            Strings{"MC4057@33"});
}

TEST(Reachability, ATryWhoseBodyAndClausesAllLeaveIsNeverPassed) {
  EXPECT_EQ(CheckBody("try { fallible; return; } on soft { return; }\nmake_a;").Errors(),
            Strings{"MC4057@33"});
  EXPECT_EQ(CheckBody("try { fallible; return; } on soft { }\nmake_a;").Errors(), Strings{});
}

TEST(Reachability, EmptyBlocksAndEmptyStatementsAreFine) {
  EXPECT_EQ(CheckBody("if flag { } else { } ; { } while flag max 2 { } else { }").Errors(), Strings{});
}

}  // namespace
}  // namespace meshc::test
