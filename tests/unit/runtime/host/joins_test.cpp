// Open forks by themselves: slots, decisions, losers, time-outs.
#include "mesh/host/joins.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/manual_clock.h"
#include "tests/support/sample_meshes.h"

namespace mesh::host {
namespace {

constexpr std::string_view kForkId = "root/0/0";

/// Opens forks of an `each` and ends their children.
class JoinsTest {
 public:
  explicit JoinsTest(contract::Fork fork) : mesh_({.fork = fork}), table_(&mesh_.table()) {}

  std::vector<std::uint32_t> Open(std::uint32_t count, std::uint32_t width,
                                  std::optional<Joins::TimeOut> time_out = {}) {
    auto parent = std::make_shared<Envelope>();
    parent->id = "root";
    parent->route.at = 0;
    std::vector<std::uint32_t> started;
    for (const ChildToStart& child :
         joins.Open(std::string(kForkId),
                    {.parent = parent, .table = &table_, .count = count, .width = width, .credit = width - 1},
                    std::move(time_out))) {
      started.push_back(child.index);
    }
    return started;
  }

  static Envelope Child(std::uint32_t index, std::string fork_id = std::string(kForkId)) {
    Envelope child;
    child.id = "child" + std::to_string(index);
    child.root_id = "root";
    child.status.phase = Phase::kSucceeded;
    child.route.frames.emplace_back(BranchFrame{.fork_id = std::move(fork_id), .index = index, .join = 4});
    return child;
  }
  Joins::Progress End(std::uint32_t index, Phase phase = Phase::kSucceeded) {
    auto child = std::make_unique<Envelope>(Child(index));
    child->status.phase = phase;
    return joins.End(std::move(child));
  }

  test::ManualClock clock;
  Timers timers{clock};
  Joins joins{timers};

 private:
  test::EachMesh mesh_;
  ServedTable table_;
};

constexpr contract::Fork kAny{.wait = contract::Wait::kCount, .count = 1};
constexpr contract::Fork kTwo{.wait = contract::Wait::kCount, .count = 2};

TEST(Joins, AreDecidedByTheLastOfAllBranches) {
  JoinsTest test({});
  EXPECT_EQ(test.Open(3, 3), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_FALSE(test.End(2).decided);
  EXPECT_FALSE(test.End(0).decided);
  const auto decided = test.End(1).decided;
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->verdict.counted, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(decided->losers, 0U);
  EXPECT_EQ(test.joins.open(), 0U);
}

TEST(Joins, StartTheNextChildWhenOneEnds) {
  JoinsTest test({});
  EXPECT_EQ(test.Open(3, 2), (std::vector<std::uint32_t>{0, 1}));
  const auto progress = test.End(1);
  ASSERT_TRUE(progress.start);
  EXPECT_EQ(progress.start->index, 2U);
  EXPECT_FALSE(test.End(0).start) << "all have started";
  EXPECT_TRUE(test.End(2).decided);
}

TEST(Joins, ASecondEndOfOneChildChangesNothing) {
  JoinsTest test({});
  test.Open(3, 2);
  EXPECT_TRUE(test.End(0, Phase::kSucceeded).first_end);
  const auto second = test.End(0, Phase::kFailed);
  EXPECT_FALSE(second.first_end);
  EXPECT_NE(second.dropped, nullptr);
  EXPECT_FALSE(second.start) << "no further element is started";
  test.End(1);
  const auto decided = test.End(2).decided;
  ASSERT_TRUE(decided);
  EXPECT_FALSE(decided->verdict.failed) << "the slot keeps the first end";
}

TEST(Joins, AnEndOfAChildThatWasNeverStartedChangesNothing) {
  JoinsTest test({});
  test.Open(3, 1);
  for (const std::uint32_t index : {1U, 3U, 4'000'000'000U}) EXPECT_FALSE(test.End(index).first_end);
  EXPECT_EQ(test.joins.open(), 1U);
}

TEST(Joins, OfKGoOnWhileEnoughBranchesMaySucceed) {
  JoinsTest test(kTwo);
  test.Open(3, 3);
  EXPECT_FALSE(test.End(0, Phase::kFailed).decided) << "two still run";
  EXPECT_FALSE(test.End(1).decided);
  const auto decided = test.End(2).decided;
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->verdict.counted, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Joins, OfKFailWhenTooFewAreLeft) {
  JoinsTest test(kTwo);
  test.Open(3, 3);
  EXPECT_FALSE(test.End(0, Phase::kFailed).decided);
  const auto decided = test.End(1, Phase::kFailed).decided;
  ASSERT_TRUE(decided);
  EXPECT_TRUE(decided->verdict.failed);
  EXPECT_EQ(decided->losers, 1U);
}

TEST(Joins, RememberTheirLosersUntilTheyHaveEnded) {
  JoinsTest test(kAny);
  test.Open(4, 3);
  const auto decided = test.End(1).decided;
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->losers, 2U) << "the fourth never started";
  EXPECT_TRUE(test.joins.Unwanted(JoinsTest::Child(0)));
  const auto late = test.End(0);
  EXPECT_TRUE(late.late && late.first_end && late.dropped != nullptr);
  const auto again = test.End(0);
  EXPECT_TRUE(!again.first_end && again.dropped != nullptr);
  EXPECT_TRUE(test.joins.any_decided());
  const auto last = test.End(2);
  EXPECT_TRUE(last.late && last.dropped != nullptr);
  EXPECT_FALSE(test.joins.any_decided());
}

TEST(Joins, WhatIsBelowALoserIsUnwantedAndACopyOfATapIsNot) {
  JoinsTest test(kAny);
  test.Open(2, 2);
  test.End(1);
  Envelope grandchild = JoinsTest::Child(0);
  grandchild.route.frames.emplace_back(BranchFrame{.fork_id = "child0/7/1", .index = 0, .join = 9});
  EXPECT_TRUE(test.joins.Unwanted(grandchild));
  Envelope copy = JoinsTest::Child(0);
  copy.route.frames.emplace_back(BranchFrame{.fork_id = "child0/7/1", .join = contract::kNone});
  EXPECT_FALSE(test.joins.Unwanted(copy));
  EXPECT_FALSE(test.joins.Unwanted(JoinsTest::Child(0, "another/0/0")));
}

TEST(Joins, GiveUpTheirTimeOutWhenTheyAreDecided) {
  JoinsTest test({});
  int late = 0;
  test.Open(1, 1, Joins::TimeOut{.due_ns = 100, .action = [&late] { ++late; }});
  EXPECT_EQ(test.clock.size(), 1U);
  EXPECT_TRUE(test.End(0).decided);
  EXPECT_EQ(test.clock.size(), 0U);
  test.clock.Advance(100);
  EXPECT_EQ(late, 0);
}

TEST(Joins, FailWhenTheirTimeHasCome) {
  JoinsTest test({});
  test.Open(2, 2, Joins::TimeOut{.due_ns = 100, .action = [] {}});
  test.End(0);
  const auto decided = test.joins.EndLate(std::string(kForkId));
  ASSERT_TRUE(decided);
  EXPECT_TRUE(decided->verdict.failed);
  EXPECT_EQ(decided->losers, 1U);
  EXPECT_FALSE(test.joins.EndLate(std::string(kForkId))) << "it is decided";
}

}  // namespace
}  // namespace mesh::host
