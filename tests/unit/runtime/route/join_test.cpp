// Forks and joins: how children begin, and when a join is decided.
#include "mesh/route/join.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/sample_meshes.h"

namespace mesh::route {
namespace {

using Indices = std::vector<std::uint32_t>;

/// So many branches, of which some have ended; `+` succeeded, `-` failed, `.` runs.
Branches BranchesOf(std::string_view states) {
  Branches branches(static_cast<std::uint32_t>(states.size()));
  for (std::uint32_t i = 0; i < branches.size(); ++i) {
    if (states[i] != '.') branches.End(i, states[i] == '+');
  }
  return branches;
}

class DecideJoinTest : public testing::Test {
 protected:
  std::optional<Verdict> Decide(std::string_view states, bool late = false) {
    return DecideJoin(mesh_.table(), fork_, BranchesOf(states), late);
  }
  contract::Fork fork_;

 private:
  test::ForkMesh mesh_;
};

TEST_F(DecideJoinTest, OfAllWaitsForTheLastBranch) {
  EXPECT_FALSE(Decide("-.+"));
  EXPECT_EQ(Decide("+++")->counted, (Indices{0, 1, 2}));
}

TEST_F(DecideJoinTest, OfAllFailsWithTheFirstErrorInBranchOrder) {
  const auto verdict = Decide("+--");
  EXPECT_TRUE(verdict->failed);
  EXPECT_EQ(verdict->cause, 1U);
}

TEST_F(DecideJoinTest, OfKGoesOnAsSoonAsKHaveSucceeded) {
  fork_ = {.wait = contract::Wait::kCount, .count = 2};
  EXPECT_FALSE(Decide("+.."));
  EXPECT_EQ(Decide("+.+")->counted, (Indices{0, 2}));
  EXPECT_EQ(Decide("+++")->counted, (Indices{0, 1})) << "of more than K the first ones count";
}

TEST_F(DecideJoinTest, OfKIsGivenUpOnlyWhenTooFewAreLeft) {
  fork_ = {.wait = contract::Wait::kCount, .count = 2};
  EXPECT_FALSE(Decide("-..")) << "two may still succeed";
  EXPECT_FALSE(Decide("-+."));
  EXPECT_TRUE(Decide("--.")->failed);
  EXPECT_TRUE(Decide("-+-")->failed);
  EXPECT_FALSE(Decide("--.")->cause) << "no branch is the one to blame: join_failed";
}

TEST_F(DecideJoinTest, OfMoreThanThereAreFailsAtOnce) {
  fork_ = {.wait = contract::Wait::kCount, .count = 4};
  EXPECT_TRUE(Decide("...")->failed);
}

TEST_F(DecideJoinTest, FailsWhenItsTimeHasCome) {
  EXPECT_TRUE(Decide("+.", true)->failed);
  EXPECT_FALSE(Decide("++", true)->failed) << "it was decided by then";
  fork_ = {.wait = contract::Wait::kCount, .count = 1};
  EXPECT_FALSE(Decide("+.", true)->failed);
  EXPECT_TRUE(Decide("-.", true)->failed);
}

TEST(DecideJoinOfAll, GoesOnWithoutOptionalBranchesThatFail) {
  const contract::Index optional[] = {1};
  contract::RouteTable table;
  table.pool.indices = {optional, 1};
  const contract::Fork fork{.optional = {0, 1}};
  EXPECT_EQ(DecideJoin(table, fork, BranchesOf("+-+"), false)->counted, (Indices{0, 2}));
  EXPECT_EQ(DecideJoin(table, fork, BranchesOf("++-"), false)->cause, 2U);
  EXPECT_EQ(DecideJoin(table, fork, BranchesOf("-++"), false)->cause, 0U);
}

Envelope ParentOf(const Router& router) {
  Envelope parent;
  parent.id = "root";
  parent.payload = {Value::List({Value::Int(7), Value::Int(8)}), Value(), Value()};
  router.Enter(0, parent, 0);
  return parent;
}

TEST(Children, BeginWithWhatIsTheirsAlone) {
  const test::EachMesh mesh({});
  const Router router(mesh.table());
  Envelope parent = ParentOf(router);
  parent.headers["lane"] = "realtime";
  parent.status.log.push_back({0, "busy", "a", "main/a", "caught"});
  parent.route.prev.push_back({.name = "a"});
  parent.route.frames.emplace_back(SagaFrame{.undo = {{.actor = 0}}});
  parent.status.deadline_at_ns = 50;
  const Value elements = ElementsOf(router, parent);
  const Envelope child = StartChild(router, parent, elements, 1, 5).envelope;
  EXPECT_EQ(child.parent_id, "root");
  EXPECT_EQ(child.root_id, "root");
  EXPECT_NE(child.id, StartChild(router, parent, elements, 0, 5).envelope.id);
  EXPECT_TRUE(child.status.log.empty()) << "what was caught before stands once after the join";
  EXPECT_TRUE(child.route.prev.empty());
  ASSERT_EQ(child.route.frames.size(), 3U);
  EXPECT_TRUE(std::get<SagaFrame>(child.route.frames[0]).undo.empty());
  EXPECT_EQ(std::get<BranchFrame>(child.route.frames[1]).count, 2U);
  EXPECT_EQ(std::get<EachFrame>(child.route.frames[2]).value, Value::Int(8));
  EXPECT_EQ(child.status.deadline_at_ns, 50);
  EXPECT_EQ(child.headers, parent.headers);
}

TEST(Children, WhatWasCaughtBeforeAForkStandsOnceAfterItsJoin) {
  const test::EachMesh mesh({});
  const Router router(mesh.table());
  Envelope parent = ParentOf(router);
  parent.status.log.push_back({0, "busy", "a", "main/a", "caught"});
  const Value elements = ElementsOf(router, parent);
  std::vector<Started> children;
  for (std::uint32_t i = 0; i < 2; ++i) {
    children.push_back(StartChild(router, parent, elements, i, 0));
    router.Complete(children.back().envelope, {Value::Int(i)}, 0);
  }
  const Envelope* ended[] = {&children[0].envelope, &children[1].envelope};
  Join(router, parent, ended, {.counted = {0, 1}}, 0);
  EXPECT_EQ(parent.status.log.size(), 1U);
  EXPECT_EQ(parent.payload[test::EachMesh::kAnswers], Value::List({Value::Int(0), Value::Int(1)}));
}

TEST(Children, ThatAreGivenUpEndTheirInnermostBranch) {
  const test::EachMesh mesh({});
  const Router router(mesh.table());
  const Envelope parent = ParentOf(router);
  Envelope child = StartChild(router, parent, ElementsOf(router, parent), 0, 0).envelope;
  const Step step = GiveUpBranch(child, 9);
  EXPECT_TRUE(std::holds_alternative<BranchEnded>(step));
  EXPECT_TRUE(std::holds_alternative<BranchFrame>(child.route.frames.back()));
  EXPECT_EQ(child.status.phase, Phase::kCancelled);
  EXPECT_EQ(child.status.updated_at_ns, 9);
}

}  // namespace
}  // namespace mesh::route
