// What one transition holds.
#include "mesh/durable/planner.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/records.h"
#include "mesh/state/keys.h"
#include "mesh/state/memory_store.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

class PlannerTest : public testing::Test {
 protected:
  void Put(const std::string& key, std::string value) {
    ASSERT_TRUE(store_.Apply({}, {{.key = key, .value = std::move(value)}}));
  }
  void CarryOut(durable::Planner& planner) {
    const transport::Transition transition = planner.Take();
    ASSERT_TRUE(store_.Apply(transition.conditions, transition.changes));
  }

  state::MemoryStore store_{[] { return std::int64_t{0}; }};
  durable::KnownTables tables_;
};

TEST_F(PlannerTest, OfARootOneEndCounts) {
  Put(state::RootKey("e"), durable::Write(durable::RootRecord()));
  durable::Planner first(tables_, store_, 0);
  ASSERT_TRUE(first.EndRoot({.id = "e", .failed = false}, "first"));
  CarryOut(first);
  durable::Planner second(tables_, store_, 0);
  EXPECT_FALSE(second.EndRoot({.id = "e", .failed = false}, "second"));
  EXPECT_TRUE(second.Take().changes.empty());
  EXPECT_EQ(store_.Get(state::EndKey("e")), "first");
}

TEST_F(PlannerTest, WhatHasEndedDoesNotEnterAgain) {
  Put(state::EndKey("e"), "its end");
  for (const char* const reply : {"", "waiter"}) {
    durable::Draft draft(store_);
    EXPECT_EQ(durable::Enter(draft, "e", reply), durable::Entry::kEnded) << reply;
    EXPECT_TRUE(draft.Take().changes.empty()) << reply;
  }
}

TEST_F(PlannerTest, TheTimeOfAJoinRunsFromItsFork) {
  constexpr std::int64_t kEntered = 1;
  constexpr std::int64_t kForked = 100;
  const ForkMesh mesh({.timeout_ns = 10});
  const route::Router router(mesh.table());
  tables_.Add(router);
  Envelope parent;
  parent.id = "e";
  parent.payload = ValueList(3);
  const route::Step step = router.Enter(0, parent, kEntered);
  ASSERT_TRUE(std::holds_alternative<route::Forked>(step));
  durable::Planner planner(tables_, store_, kForked);
  planner.Add(*tables_.Find(mesh.table().digest), parent, step);
  const transport::Transition transition = planner.Take();
  const auto timer = std::ranges::find(transition.sends, durable::kControl, &transport::Sending::mailbox);
  ASSERT_NE(timer, transition.sends.end());
  EXPECT_EQ(timer->not_before_ns, kForked + 10);
}

TEST_F(PlannerTest, EarlySignalsOutliveACancellation) {
  Put(state::RootKey("e"), durable::Write(durable::RootRecord()));
  Put(state::WaitsKey("e"), durable::Write(durable::WaitsRecord{.early = {{"go", "1"}}}));
  durable::Planner planner(tables_, store_, 0);
  ASSERT_TRUE(planner.Obey(durable::CancelOrder{"e"}, "told"));
  CarryOut(planner);
  const durable::WaitsRecord waits = durable::ReadWaits(store_.Get(state::WaitsKey("e")));
  ASSERT_EQ(waits.early.size(), 1U);
  EXPECT_EQ(waits.early.front().value, "1");
}

}  // namespace
}  // namespace mesh::test
