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
    EXPECT_EQ(durable::Enter(draft, "e", reply, false), durable::Entry::kEnded) << reply;
    EXPECT_TRUE(draft.Take().changes.empty()) << reply;
  }
}

TEST_F(PlannerTest, OfAFlowThatKeepsNothingTheEndAloneIsWritten) {
  const CallMesh mesh({});
  const route::Router router(mesh.table());
  tables_.Add(router);
  const durable::KnownTable& known = *tables_.Find(mesh.table().digest);
  ASSERT_TRUE(known.only_end_kept.contains("main"));
  Put(state::WaiterKey("me"), "");
  durable::Planner entering(tables_, store_, 0, "entry");
  ASSERT_EQ(durable::Enter(entering.draft(), "e", "me", true), durable::Entry::kTravels);
  entering.TellEndTo("me");
  Envelope envelope;
  envelope.id = "e";
  envelope.payload = ValueList(2);
  envelope.payload[CallMesh::kText] = Value::String("x");
  const route::Step step = router.Enter(0, envelope, 0);
  entering.Add(known, envelope, step);
  const transport::Transition entered = entering.Take();
  EXPECT_TRUE(entered.conditions.empty() && entered.changes.empty());
  ASSERT_EQ(entered.sends.size(), 1U);
  EXPECT_EQ(entered.sends.front().letter.reply, "me");

  durable::Planner ending(tables_, store_, 0, "sink");
  ending.TellEndTo("me");
  ASSERT_TRUE(ending.EndRoot({.id = "e", .failed = false}, "first"));
  const transport::Transition ended = ending.Take();
  std::vector<std::string> changed;
  for (const state::Change& change : ended.changes) changed.push_back(change.key);
  // Somebody may have wanted it cancelled; and that there is no record any more ends the root.
  EXPECT_EQ(changed, (std::vector<std::string>{state::ClaimPrefix("e"), state::CancelKey("e"),
                                               state::EndKey("e"), state::RootKey("e")}));
  ASSERT_EQ(ended.sends.size(), 1U);
  EXPECT_EQ(ended.sends.front().mailbox, "me");
  EXPECT_EQ(ended.sends.front().letter.body, "first");
  EXPECT_TRUE(ended.sends_again);

  // Who ended it has died before it was told.
  ASSERT_TRUE(store_.Apply(ended.conditions, ended.changes));
  durable::Planner again(tables_, store_, 0, "sink");
  again.TellEndTo("me");
  EXPECT_FALSE(again.EndRoot({.id = "e", .failed = false}, "first"));
  const transport::Transition told = again.Take();
  EXPECT_TRUE(told.sends_again);
  ASSERT_EQ(told.sends.size(), 1U);
  EXPECT_EQ(told.sends.front().mailbox, "me");
}

TEST_F(PlannerTest, WhatASuspectOrAnOrderClaimedGoesWithTheEnd) {
  Put(state::ClaimKey("e", "e"), "claim");
  Put(state::ClaimKey("e", "order/1"), "");
  durable::Planner ending(tables_, store_, 0, "sink");
  ASSERT_TRUE(ending.EndRoot({.id = "e", .claim = "claim", .failed = false}, "end"));
  CarryOut(ending);
  EXPECT_TRUE(store_.Scan(state::ClaimPrefix("e")).empty());
}

TEST_F(PlannerTest, WhoeverEntersItOnceMoreIsToldOfTheFirstEnd) {
  Put(state::EndKey("e"), "first");
  Put(state::WaiterKey("lives"), "");
  durable::Planner late(tables_, store_, 0, "sink");
  late.TellEndTo("lives");
  EXPECT_FALSE(late.EndRoot({.id = "e", .failed = false}, "second"));
  const transport::Transition told = late.Take();
  EXPECT_TRUE(told.changes.empty());
  ASSERT_EQ(told.sends.size(), 1U);
  EXPECT_EQ(told.sends.front().letter.body, "first");
  durable::Planner dead(tables_, store_, 0, "sink");
  dead.TellEndTo("is dead");
  EXPECT_FALSE(dead.EndRoot({.id = "e", .failed = false}, "second"));
  const transport::Transition dropped = dead.Take();
  EXPECT_TRUE(dropped.is_copy && dropped.sends.empty());
}

TEST_F(PlannerTest, WhoeverWaitsWithACopyThatIsDroppedIsToldWithTheOther) {
  for (const char* const waiter : {"first", "second", "third"}) Put(state::WaiterKey(waiter), "");
  Put(state::ClaimKey("e", "e"), "claim");
  for (const char* const waiter : {"first", "second", "second"}) {
    durable::Planner dropped(tables_, store_, 0, "a copy");
    dropped.TellEndTo(waiter);
    dropped.BeCopyOf("e");
    CarryOut(dropped);
    EXPECT_TRUE(dropped.is_dropped());
  }
  durable::Planner late(tables_, store_, 0, "sink");
  late.TellEndTo("third");
  EXPECT_FALSE(late.EndRoot({.id = "e", .claim = "", .failed = false}, "of a copy"));
  CarryOut(late);
  durable::Planner ending(tables_, store_, 0, "sink");
  ending.TellEndTo("fourth, who is dead");
  ASSERT_TRUE(ending.EndRoot({.id = "e", .claim = "claim", .failed = false}, "end"));
  const transport::Transition ended = ending.Take();
  std::vector<std::string> told;
  for (const transport::Sending& sending : ended.sends) told.push_back(sending.mailbox);
  EXPECT_EQ(told, (std::vector<std::string>{"first", "second", "third"}));
  ASSERT_TRUE(store_.Apply(ended.conditions, ended.changes));
  EXPECT_FALSE(store_.Get(state::RootKey("e")));
  durable::Planner after(tables_, store_, 0, "a copy");
  after.TellEndTo("first");
  after.BeCopyOf("e");
  const transport::Transition asked = after.Take();
  ASSERT_EQ(asked.sends.size(), 1U);
  EXPECT_EQ(asked.sends.front().letter.body, "end");
  EXPECT_TRUE(asked.changes.empty());
}

TEST_F(PlannerTest, ASuspectThatClaimedItsLineEndsItThoughNothingElseIsKept) {
  Put(state::ClaimKey("e", "e"), "claim");
  durable::Planner copy(tables_, store_, 0, "sink");
  EXPECT_FALSE(copy.IsEnd({.id = "e", .claim = "", .failed = false}));
  durable::Planner line(tables_, store_, 0, "sink");
  ASSERT_TRUE(line.EndRoot({.id = "e", .claim = "claim", .failed = false}, "end"));
  CarryOut(line);
  EXPECT_FALSE(store_.Get(state::ClaimKey("e", "e")));
}

TEST_F(PlannerTest, WhatNothingIsKeptOfIsCancelledUntilItHasEnded) {
  const durable::ControlOrder cancel = durable::CancelOrder{"e"};
  durable::Planner first(tables_, store_, 0, "control");
  EXPECT_TRUE(first.Obey(cancel, "order"));
  CarryOut(first);
  EXPECT_TRUE(store_.Get(state::CancelKey("e")));
  durable::Draft told(store_);
  Envelope root;
  root.id = "e";
  durable::TellCancelled(told, root);
  ASSERT_TRUE(store_.Apply({}, told.Take().changes));
  durable::Planner same(tables_, store_, 0, "control");
  EXPECT_FALSE(same.Obey(cancel, "order")) << "the same message again";
  Put(state::EndKey("e"), "end");
  durable::Planner late(tables_, store_, 0, "control");
  EXPECT_FALSE(late.Obey(cancel, "another order"));
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

TEST_F(PlannerTest, ABranchEndsOnce) {
  const ForkMesh mesh({.timeout_ns = 10});
  const route::Router router(mesh.table());
  tables_.Add(router);
  const durable::KnownTable& known = *tables_.Find(mesh.table().digest);
  Envelope parent;
  parent.id = "e";
  parent.payload = ValueList(3);
  const route::Step forked = router.Enter(0, parent, 0);
  durable::Planner forking(tables_, store_, 0);
  forking.Add(known, parent, forked);
  const transport::Transition transition = forking.Take();
  ASSERT_TRUE(store_.Apply(transition.conditions, transition.changes));
  const auto left = std::ranges::find(transition.sends, "left", &transport::Sending::mailbox);
  ASSERT_NE(left, transition.sends.end());
  const durable::Reading read = tables_.Read(left->letter.body);
  Envelope child = *std::get<durable::ReadEnvelope>(read).envelope;
  child.status.phase = Phase::kSucceeded;
  for (const bool first : {true, false}) {
    durable::Planner ending(tables_, store_, 0);
    ending.Add(known, child, route::BranchEnded{});
    const transport::Transition ended = ending.Take();
    EXPECT_EQ(ended.changes.empty(), !first);
    EXPECT_EQ(ended.is_copy, !first);
    ASSERT_TRUE(store_.Apply(ended.conditions, ended.changes));
  }
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
