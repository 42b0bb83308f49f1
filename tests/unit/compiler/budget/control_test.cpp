// Statements that one envelope runs by itself: steps, decisions, loops, errors, flows.
#include <gtest/gtest.h>

#include "tests/unit/compiler/budget/budgeted.h"

namespace meshc::budget::test {
namespace {

TEST(Steps, AddUp) {
  EXPECT_EQ(Longest(""), "no time");
  EXPECT_EQ(Longest("second; minute -> ten; set n = 1;"), "1m 11s: second > minute > ten");
  EXPECT_EQ(Counts(""), "1 hops, 1 messages, cost 0");
  EXPECT_EQ(Counts("second; paid; paid;"), "4 hops, 8 messages, cost 0.06");
}

TEST(Decisions, TakeTheMostExpensiveArm) {
  EXPECT_EQ(Longest("if urgent { second; } else { ten; }"), "10s: [else] > ten");
  EXPECT_EQ(Longest("if urgent { ten; } second;"), "11s: [then] > ten > second");
  EXPECT_EQ(Longest("match n { 1, 2 => ten; _ => minute; }"), "1m: [_] > minute");
  EXPECT_EQ(Longest("match urgent { true => ten; false => { } }"), "10s: [true] > ten");
  EXPECT_EQ(Longest("route choose { now => ten; later => { } }"), "12s: choose > [now] > ten");
}

TEST(Decisions, TakeEachNumberFromTheArmThatHasMostOfIt) {
  const std::string body = "if urgent { minute; } else { second; second; paid; }";
  EXPECT_EQ(Longest(body), "1m: [then] > minute");
  EXPECT_EQ(Counts(body), "4 hops, 6 messages, cost 0.03");
}

TEST(Returns, AddNothingToWhatFollows) {
  EXPECT_EQ(Longest("if urgent { hour; return; } minute; minute;"), "1h: [then] > hour > return");
  EXPECT_EQ(Longest("if urgent { minute; return; } hour;"), "1h: hour");
}

TEST(Loops, RunTheirMax) {
  EXPECT_EQ(Longest("while n < 3 max 5 { ten; } else { }"), "50s: 5 x ten");
  EXPECT_EQ(Longest("repeat max 5 { ten; second; } until n > 3;"), "55s: 5 x (ten > second)");
  EXPECT_EQ(Longest("repeat max 1 { ten; } until n > 3;"), "10s: ten");
  EXPECT_EQ(Counts("repeat max 5 { paid; } until n > 3;"), "6 hops, 16 messages, cost 0.15");
}

TEST(Loops, RunTheirElseBehindTheLastRound) {
  EXPECT_EQ(Longest("while n < 3 max 5 { ten; } else { minute; } second;"),
            "1m 51s: 5 x ten > [exhausted] > minute > second");
  EXPECT_EQ(Longest("while n < 3 max 5 { ten; } else { minute; return; } hour;"), "1h 50s: 5 x ten > hour");
}

TEST(Loops, MayBeLeftInTheLastRound) {
  EXPECT_EQ(Longest("loop max 3 { second; if urgent { minute; break; } } else { }"),
            "1m 3s: 2 x second > second > [then] > minute > break");
  EXPECT_EQ(Longest("loop max 3 { ten; if urgent { return; } second; } else { }"), "33s: 3 x (ten > second)");
  EXPECT_EQ(Longest("loop max 3 { second; if urgent { minute; continue; } ten; } else { }"),
            "3m 3s: 3 x (second > [then] > minute > continue)");
}

TEST(Loops, WithoutASecondRoundRunOnce) {
  EXPECT_EQ(Longest("loop max 3 { second; break; } ten;"), "11s: second > break > ten");
  EXPECT_EQ(Longest("while n < 3 max 3 { ten; return; } second;"), "10s: ten > return");
}

TEST(Loops, AreExhaustedBehindTheLastRound) {
  EXPECT_EQ(Longest("try { repeat max 3 { ten; } until n > 3; } on loop_exhausted { minute; }"),
            "1m 30s: 3 x ten > [on loop_exhausted] > minute");
}

TEST(Errors, AreCaughtBehindTheLastCallThatMayRaiseThem) {
  EXPECT_EQ(Longest("try { breaks; minute; } on broken { second; }"), "1m 10s: breaks > minute");
  EXPECT_EQ(Longest("try { minute; breaks; } on broken { second; }"),
            "1m 11s: minute > breaks > [on broken] > second");
  EXPECT_EQ(Longest("try { minute; } on timeout, crash { second; }"),
            "1m 1s: minute > [on timeout, crash] > second");
}

TEST(Errors, GoToTheFirstClauseThatFits) {
  EXPECT_EQ(Longest("try { breaks; } on lost { second; } on broken { }"), "11s: breaks > [on lost] > second");
  EXPECT_EQ(Longest("try { breaks; } on lost { second; } on any { ten; }"), "20s: breaks > [on any] > ten");
  // A fatal error passes `any`.
  EXPECT_EQ(Longest("try { try { second; } on any { } } on contract_violation { hour; }"),
            "1h 1s: second > [on contract_violation] > hour");
}

TEST(Errors, ThatLeaveAClauseGoOn) {
  const std::string body = "try { try { breaks; } on broken { ten; raise; } } on broken { minute; }";
  EXPECT_EQ(Longest(body), "1m 20s: breaks > [on broken] > ten > raise > [on broken] > minute");
  EXPECT_EQ(Longest("try { try { breaks; } on broken { raise busy(\"x\"); } } on busy { minute; }"),
            "1m 10s: breaks > [on broken] > raise busy > [on busy] > minute");
}

TEST(Errors, OfExpressionsAriseWhereTheyAreEvaluated) {
  EXPECT_EQ(Longest("try { ten; set n = 1 / n; minute; } on expression_error { hour; }"),
            "1h 10s: ten > [on expression_error] > hour");
}

TEST(Errors, OfRoundsAriseInTheLastOne) {
  EXPECT_EQ(Longest("try { loop max 3 { ten; breaks; } else { } } on broken { hour; }"),
            "1h 1m: 2 x (ten > breaks) > ten > breaks > [on broken] > hour");
}

TEST(Finally, RunsOnEveryWayOut) {
  EXPECT_EQ(Longest("try { breaks; } finally { second; } ten;"), "21s: breaks > [finally] > second > ten");
  EXPECT_EQ(Longest("try { if urgent { minute; return; } } finally { second; } ten;"),
            "1m 1s: [then] > minute > return > [finally] > second");
  EXPECT_EQ(Longest("loop max 2 { try { ten; break; } finally { second; } } minute;"),
            "1m 11s: ten > break > [finally] > second > minute");
  EXPECT_EQ(Longest("try { try { breaks; } finally { second; } } on broken { minute; }"),
            "1m 11s: breaks > [finally] > second > [on broken] > minute");
  EXPECT_EQ(Longest("try { ten; } finally { set n = 2; }"), "10s: ten");
}

TEST(Finally, PassesOnItsOwnErrors) {
  EXPECT_EQ(Longest("try { try { ten; } finally { breaks; } } on broken { minute; }"),
            "1m 20s: ten > [finally] > breaks > [on broken] > minute");
}

TEST(CalledFlows, AreOneStep) {
  const std::string sub = "part; part; } flow part on Job { ten; second;";
  EXPECT_EQ(Longest(sub), "22s: part > part");
  EXPECT_EQ(Counts(sub), "5 hops, 5 messages, cost 0");
}

TEST(CalledFlows, ThatNeverEndWellOnlyRaise) {
  EXPECT_EQ(Longest("try { part; } on broken { ten; } } flow part on Job { breaks; raise broken(\"x\");"),
            "20s: part > [on broken] > ten");
}

TEST(CalledFlows, AreCappedByTheirSla) {
  EXPECT_EQ(Longest("part; } flow part on Job sla 5s { ten;"), "5s: part");
  EXPECT_EQ(Longest("part; } flow part on Job sla 5s { try { ten; } finally { second; }"), "11s: part");
  EXPECT_EQ(Longest("part; } flow part on Job sla 5s { try { ten; } on deadline_exceeded { second; }"),
            "11s: part");
  EXPECT_EQ(Longest("part; } flow part on Job sla 5s { more; } flow more on Job { try { ten; } finally { }"),
            "10s: part");
}

TEST(Slas, AreExceededByAnythingLonger) {
  EXPECT_TRUE(BudgetsOfBody("} flow part on Job sla 11s { ten; second;")->SlaWarnings().empty());
  EXPECT_EQ(BudgetsOfBody("} flow part on Job sla 10s { ten; second;")->SlaWarnings(),
            std::vector<std::string>{"the flow `part` may take 11s, which is longer than its `sla` of 10s"});
}

}  // namespace
}  // namespace meshc::budget::test
