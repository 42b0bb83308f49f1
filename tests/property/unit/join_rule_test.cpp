#include "tests/property/reference/join_rule.h"

#include <gtest/gtest.h>

namespace meshc::property {
namespace {

using Kind = JoinVerdict::Kind;
using Places = std::vector<std::size_t>;

BranchEnd Good(std::int64_t at) { return {at, true, false}; }
BranchEnd Bad(std::int64_t at) { return {at, false, false}; }
BranchEnd Optional(BranchEnd end) {
  end.optional = true;
  return end;
}

TEST(JoinRule, WaitAllGoesOnAtTheLatestEnd) {
  const auto verdict = Judge({}, 10, {Good(12), Good(17), Good(11)});
  EXPECT_EQ(verdict.kind, Kind::kGoesOn);
  EXPECT_EQ(verdict.at_ns, 17);
  EXPECT_EQ(verdict.counted, (Places{0, 1, 2}));
}

TEST(JoinRule, WaitAllFailsWithTheFirstInBranchOrderAtTheLatestEnd) {
  const auto verdict = Judge({}, 0, {Optional(Bad(1)), Bad(9), Bad(2), Good(20)});
  EXPECT_EQ(verdict.kind, Kind::kBranchFailed);
  EXPECT_EQ(verdict.failed, 1U);
  EXPECT_EQ(verdict.at_ns, 20);
}

TEST(JoinRule, AnOptionalBranchThatFailsIsWaitedForAndLeftOut) {
  const auto verdict = Judge({}, 0, {Optional(Bad(30)), Good(2)});
  EXPECT_EQ(verdict.kind, Kind::kGoesOn);
  EXPECT_EQ(verdict.at_ns, 30);
  EXPECT_EQ(verdict.counted, Places{1});
}

TEST(JoinRule, ALateBranchFailsAWaitAllWhenTheTimeoutHasCome) {
  const JoinRule rule{.count = {}, .timeout_ns = 5};
  EXPECT_EQ(Judge(rule, 10, {Good(15), Good(10)}).kind, Kind::kGoesOn);
  const auto verdict = Judge(rule, 10, {Bad(11), Optional(Good(16))});
  EXPECT_EQ(verdict.kind, Kind::kJoinFailed);
  EXPECT_EQ(verdict.at_ns, 15);
}

TEST(JoinRule, AFailureInTimeOfAWaitAllIsToldAtTheLatestEnd) {
  const auto verdict = Judge({.count = {}, .timeout_ns = 50}, 10, {Bad(11), Good(16)});
  EXPECT_EQ(verdict.kind, Kind::kBranchFailed);
  EXPECT_EQ(verdict.at_ns, 16);
}

TEST(JoinRule, TheFirstSuccessesInBranchOrderCount) {
  const auto verdict = Judge({.count = 2, .timeout_ns = {}}, 0, {Bad(50), Good(9), Good(7), Good(1)});
  EXPECT_EQ(verdict.kind, Kind::kGoesOn);
  EXPECT_EQ(verdict.counted, (Places{1, 2}));
  EXPECT_EQ(verdict.at_ns, 9);
}

TEST(JoinRule, LateSuccessesDoNotCount) {
  const auto verdict = Judge({.count = 1, .timeout_ns = 5}, 0, {Good(6), Good(4)});
  EXPECT_EQ(verdict.kind, Kind::kGoesOn);
  EXPECT_EQ(verdict.counted, Places{1});
}

TEST(JoinRule, TooFewSuccessesFailWhenItIsHopelessOrAtTheTimeout) {
  EXPECT_EQ(Judge({.count = 2, .timeout_ns = {}}, 0, {Good(6), Bad(8)}).at_ns, 8);
  const auto verdict = Judge({.count = 2, .timeout_ns = 20}, 0, {Good(6), Bad(8)});
  EXPECT_EQ(verdict.kind, Kind::kJoinFailed);
  EXPECT_EQ(verdict.at_ns, 8);
  EXPECT_EQ(Judge({.count = 2, .timeout_ns = 7}, 0, {Good(6), Bad(8)}).at_ns, 7);
}

}  // namespace
}  // namespace meshc::property
