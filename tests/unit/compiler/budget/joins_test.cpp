// Statements that make children, park or undo.
#include <gtest/gtest.h>

#include "tests/unit/compiler/budget/budgeted.h"

namespace meshc::budget::test {
namespace {

std::string Clocked(std::string_view body) { return BudgetsOfBody(body)->Clocked("main"); }

TEST(Parallel, TakesAsLongAsTheLongestBranch) {
  const std::string body = "parallel { second; { minute; ten; } optional paid; } second;";
  EXPECT_EQ(Longest(body), "1m 11s: [branch 2] > minute > ten > second");
  EXPECT_EQ(Counts(body), "6 hops, 11 messages, cost 0.03");
}

TEST(Parallel, TakesNoLongerThanItsTimeout) {
  EXPECT_EQ(Longest("parallel timeout 30s { minute; second; } ten;"), "40s: parallel > ten");
  EXPECT_EQ(Longest("parallel timeout 30s { ten; second; }"), "10s: [branch 1] > ten");
  EXPECT_EQ(Longest("try { parallel timeout 30s { minute; second; } } on join_failed { ten; }"),
            "40s: parallel > [on join_failed] > ten");
}

TEST(Parallel, FailsWithTheErrorsOfItsBranches) {
  EXPECT_EQ(Longest("try { parallel { breaks; second; } } on broken { minute; }"),
            "1m 10s: [branch 1] > breaks > [on broken] > minute");
  EXPECT_EQ(Longest("try { parallel wait any { breaks; second; } } on join_failed { minute; }"),
            "1m 10s: [branch 1] > breaks > [on join_failed] > minute");
}

TEST(Parallel, KeepsTheErrorsOfOptionalBranches) {
  EXPECT_EQ(Longest("try { breaks; parallel { optional breaks; second; } } on broken { hour; }"),
            "1h 10s: breaks > [on broken] > hour");
}

TEST(Each, RunsAllElementsAtOnceWithoutAWidth) {
  const std::string body = "each i in items max 10 { ten; paid; } second;";
  EXPECT_EQ(Longest(body), "28s: [each] > ten > paid > second");
  EXPECT_EQ(Counts(body), "22 hops, 52 messages, cost 0.3");
}

TEST(Each, RunsAsManyWavesAsItsWidthAsksFor) {
  EXPECT_EQ(Longest("each i in items max 10 width 3 { ten; second; }"), "44s: [each] > 4 x (ten > second)");
  EXPECT_EQ(Longest("each i in items max 9 width 3 { ten; }"), "30s: [each] > 3 x ten");
  EXPECT_EQ(Longest("each i in items max 9 width 3 timeout 25s { ten; }"), "25s: each");
}

TEST(Each, IsBoundedByTheTypeOfItsList) {
  EXPECT_EQ(Longest("each i in few width 1 { ten; }"), "40s: [each] > 4 x ten");
  EXPECT_EQ(Counts("each i in few { ten; }"), "5 hops, 9 messages, cost 0");
}

TEST(Each, WithoutAMaxIsUnbounded) {
  EXPECT_EQ(Longest("each i in items { ten; }"), "10s: [each] > ten");
  EXPECT_EQ(Counts("each i in items { paid; }"), "unbounded hops, unbounded messages, cost unbounded");
  EXPECT_EQ(Longest("each i in items width 2 { ten; }"), "any time: [each] > n x ten");
  EXPECT_EQ(Longest("each i in items width 2 timeout 1m { ten; }"), "1m: each");
  const auto budgets = BudgetsOfBody("each i in items width 2 { ten; } } flow outer on Job sla 1m { main;");
  EXPECT_EQ(budgets->Of("outer").endless.time, budgets->Of("main").endless.time);
  EXPECT_TRUE(budgets->Of("outer").endless.count.has_value());
  EXPECT_EQ(
      budgets->SlaWarnings(),
      std::vector<std::string>{"the flow `outer` may take any time, which is longer than its `sla` of 1m"});
}

TEST(Follow, RunsTheMostExpensiveStepAsOftenAsItMay) {
  EXPECT_EQ(Longest("follow plan;"), "1m 10s: plan > 4 x paid");
  EXPECT_EQ(Counts("follow plan;"), "6 hops, 14 messages, cost 0.12");
  EXPECT_EQ(Longest("try { follow plan; } on busy { hour; }"),
            "1h 1m 10s: plan > 3 x paid > paid > [on busy] > hour");
}

TEST(Taps, TakeNoTime) {
  EXPECT_EQ(Longest("tap hour; ten;"), "10s: ten");
  EXPECT_EQ(Counts("tap paid; ten;"), "3 hops, 6 messages, cost 0.03");
}

TEST(Awaits, CountForTheFlowButNotForItsSla) {
  const std::string body = "ten; await go: bool into ok timeout 2h; second;";
  EXPECT_EQ(Longest(body), "2h 11s: ten > await go > second");
  EXPECT_EQ(Clocked(body), "11s: ten > await go > second");
  EXPECT_TRUE(BudgetsOfBody("} flow part on Job sla 10s { await go: bool into ok timeout 2h; ten;")
                  ->SlaWarnings()
                  .empty());
}

TEST(Awaits, EndInTheirElseOrInTimeout) {
  EXPECT_EQ(Longest("await go: bool into ok timeout 1m else { ten; } second;"),
            "1m 11s: await go > [timeout] > ten > second");
  EXPECT_EQ(Longest("try { await go: bool into ok timeout 1m; } on timeout { ten; }"),
            "1m 10s: await go > [on timeout] > ten");
}

TEST(Awaits, CountForTheSlaInABranchAndInAnEach) {
  EXPECT_EQ(Clocked("parallel { { await go: bool into ok timeout 2h; ten; } second; }"),
            "2h 10s: [branch 1] > await go > ten");
  EXPECT_EQ(Clocked("each i in few width 2 { await go: bool into ok timeout 1h; }"),
            "2h: [each] > 2 x await go");
}

TEST(Awaits, OfACalledFlowStopTheClockOfItsSla) {
  const std::string part = "} flow part on Job sla 1m { minute; await go: bool into ok timeout 2h; minute;";
  EXPECT_EQ(Longest("part; " + part), "2h 1m: part");
  EXPECT_EQ(Clocked("part; " + part), "1m: part");
  EXPECT_EQ(Longest("parallel { part; second; } " + part), "1m: [branch 1] > part");
}

TEST(Sagas, AreUndoneWhenAnErrorLeavesThem) {
  EXPECT_EQ(Longest("try { saga { books; pays; breaks; } } on broken { second; }"),
            "58s: books > pays > breaks > [undo] > refunds > unbooks > [on broken] > second");
  EXPECT_EQ(Counts("saga { books; second; breaks; }"), "5 hops, 6 messages, cost 1");
  EXPECT_EQ(Longest("books; minute;"), "1m 10s: books > minute");
}

TEST(Sagas, DoNotUndoWhatHasFailed) {
  // The last call is the longest way out: it failed, so only `books` is undone.
  EXPECT_EQ(Longest("saga { books; pays; }"), "44s: books > pays > [undo] > unbooks");
}

TEST(Sagas, UndoEveryRound) {
  EXPECT_EQ(Longest("saga { loop max 3 { pays; } else { breaks; } }"),
            "1m 19s: 3 x pays > [exhausted] > breaks > [undo] > 3 x refunds");
}

TEST(Sagas, InsideOfOthersAreUndoneWithThem) {
  EXPECT_EQ(Longest("saga { saga { pays; } breaks; }"), "33s: pays > breaks > [undo] > refunds");
  // The inner one has undone its own already.
  EXPECT_EQ(Longest("saga { books; saga { pays; breaks; } }"),
            "57s: books > pays > breaks > [undo] > refunds > [undo] > unbooks");
}

TEST(Sagas, UndoCalledFlowsAndBranches) {
  EXPECT_EQ(Longest("saga { part; breaks; } } flow part on Job { pays; pays;"),
            "56s: part > breaks > [undo] > undo part");
  EXPECT_EQ(Longest("saga { parallel { pays; books; } breaks; }"),
            "47s: [branch 1] > pays > breaks > [undo] > unbooks > refunds");
}

TEST(Sagas, LeaveTheirUndoToNobodyIfTheyReturn) {
  EXPECT_EQ(Longest("saga { pays; return; }"), "20s: pays > return");
}

}  // namespace
}  // namespace meshc::budget::test
