// What stands beside the state until it is sent, without a broker.
#include "mesh/transport/store_carrier.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/state/keys.h"
#include "mesh/state/memory_store.h"
#include "tests/support/manual_clock.h"

namespace mesh::transport {
namespace {

class Carrier : public testing::Test {
 protected:
  /// Plans, changes the state, and says what is to be sent.
  std::vector<std::string> Carry(StoreCarrier& carrier, const Plan& plan, bool sends) {
    StoreCarrier::Work work{.plan = plan, .nonce = "n"};
    EXPECT_FALSE(carrier.Begin(work, store_));
    const Transition transition = carrier.Plan(work, store_);
    EXPECT_TRUE(store_.Apply(transition.conditions, transition.changes));
    std::vector<std::string> bodies;
    for (const Sending& sending : work.sends) bodies.push_back(sending.letter.body);
    if (sends) carrier.Sent(work);
    return bodies;
  }
  std::size_t Batches() const { return store_.Scan(state::BatchPrefix("r")).size(); }

  static Transition Goes(const state::State&) {
    return {.changes = {{.key = state::RootKey("r"), .value = "v"}},
            .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}}};
  }
  static Transition IsCopy(const state::State& state) {
    return {.conditions = {{state::RootKey("r"), state.Get(state::RootKey("r"))}}, .is_copy = true};
  }

  test::ManualClock clock_;
  state::MemoryStore store_{[this] { return clock_.now_ns(); }};
  StoreCarrier dies_{clock_};
  StoreCarrier lives_{clock_};
};

TEST_F(Carrier, WhoMeetsACopySendsWhatMayNotHaveBeenSentOnce) {
  Carry(dies_, Goes, false);
  EXPECT_EQ(Carry(lives_, IsCopy, true), std::vector<std::string>{"follows"});
  EXPECT_EQ(Carry(lives_, IsCopy, true), std::vector<std::string>()) << "it is safe by now";
  EXPECT_EQ(Batches(), 0U);
}

TEST_F(Carrier, WhatIsNotSafeYetIsSentForEveryCopy) {
  Carry(dies_, Goes, false);
  EXPECT_EQ(Carry(lives_, IsCopy, false), std::vector<std::string>{"follows"});
  EXPECT_EQ(Carry(lives_, IsCopy, false), std::vector<std::string>{"follows"});
  EXPECT_EQ(Batches(), 1U);
}

TEST_F(Carrier, WhatWasSentGoesWithTheNextChange) {
  Carry(lives_, Goes, true);
  EXPECT_EQ(Batches(), 1U);
  Carry(lives_, Goes, true);
  EXPECT_EQ(Batches(), 1U) << "that of before is gone";
}

TEST_F(Carrier, WhatIsSentAgainByItselfIsNotKept) {
  const Plan ends = [](const state::State&) {
    return Transition{.changes = {{.key = state::EndKey("r"), .value = "v"}},
                      .sends = {{.mailbox = "b", .letter = {.id = "1", .body = "follows"}}},
                      .sends_again = true};
  };
  EXPECT_EQ(Carry(dies_, ends, false), std::vector<std::string>{"follows"});
  EXPECT_EQ(Batches(), 0U);
}

TEST_F(Carrier, WhatIsNotKnownToBeSafeGoesADayAfterTheEnd) {
  Carry(dies_, Goes, false);
  const Plan ends = [](const state::State&) {
    return Transition{.changes = {{.kind = state::Change::Kind::kErase, .key = state::RootKey("r")},
                                  {.key = state::EndKey("r"), .value = "v"}},
                      .sends_again = true};
  };
  Carry(lives_, ends, true);
  EXPECT_EQ(Batches(), 1U);
  clock_.Advance(25LL * 3600 * 1'000'000'000);
  EXPECT_EQ(Batches(), 0U);
}

/// Who holds it again tells his own waiter by himself; the others stand in the store.
TEST_F(Carrier, AllWhoWaitAreToldOfAnEndThatSomebodyDiedOver) {
  const auto reply = [](const std::string& to) {
    return Sending{.mailbox = "@reply/" + to, .letter = {.id = "r", .body = to}};
  };
  const Plan ends = [&](const state::State&) {
    return Transition{.changes = {{.key = state::EndKey("r"), .value = "v"}},
                      .sends = {reply("own"), reply("other")}};
  };
  Carry(dies_, ends, false);
  StoreCarrier::Work again{.plan =
                               [&](const state::State& state) {
                                 return Transition{
                                     .conditions = {{state::EndKey("r"), state.Get(state::EndKey("r"))}},
                                     .sends = {reply("own")}};
                               },
                           .nonce = "n",
                           .again = true};
  StoreCarrier::Work same = again;
  EXPECT_FALSE(lives_.Begin(again, store_));
  lives_.Plan(again, store_);
  EXPECT_TRUE(std::ranges::any_of(again.sends,
                                  [](const Sending& sending) { return sending.mailbox == "@reply/other"; }));
  lives_.Sent(again);
  EXPECT_FALSE(lives_.Begin(same, store_));
  lives_.Plan(same, store_);
  EXPECT_EQ(same.sends.size(), 1U) << "the other has been told";
}

TEST_F(Carrier, WhatWasSentIsRememberedWhereNothingChangesAfterAll) {
  Carry(lives_, Goes, true);
  const Plan comes_late = [](const state::State& state) {
    const auto known = state.Get(state::RootKey("r"));
    Transition transition{.conditions = {{state::RootKey("r"), known}},
                          .sends = {{.mailbox = "b", .letter = {.id = "2", .body = "late"}}}};
    if (!known) transition.changes = {{.key = state::RootKey("r"), .value = "first"}};
    return transition;
  };
  StoreCarrier::Work late{.plan = comes_late, .nonce = "n", .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(late, store_));
  lives_.Plan(late, store_);
  const Transition second = lives_.Plan(late, store_);
  EXPECT_TRUE(second.changes.empty());
  lives_.Sent(late);
  Carry(lives_, Goes, true);
  EXPECT_EQ(Batches(), 1U) << "that of before is gone";
}

/// Who is asked for what he reads.
class Asked final : public state::State {
 public:
  std::optional<std::string> Get(std::string_view key) const override {
    ++times;
    return "of " + std::string(state::RootOf(key));
  }
  std::vector<state::Entry> Scan(std::string_view) const override { return {}; }
  mutable int times = 0;
};

TEST_F(Carrier, NobodyIsAskedForWhatIsKeptOfARootThatTravels) {
  Asked store;
  std::optional<std::string> found;
  const Plan reads = [&found](const state::State& state) {
    found = state.Get(state::EndKey("r"));
    return Transition{.conditions = {{state::EndKey("r"), found}}};
  };
  StoreCarrier::Work travels{.plan = reads, .nonce = "n", .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(travels, store));
  EXPECT_EQ(lives_.Plan(travels, store).conditions.front().value, std::nullopt);
  EXPECT_EQ(store.times, 0);
  // There was something after all.
  EXPECT_EQ(lives_.Plan(travels, store).conditions.front().value, "of r");
  StoreCarrier::Work again{.plan = reads, .nonce = "n", .again = true, .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(again, store));
  EXPECT_EQ(found, "of r") << "who held it before may have claimed its line";
}

TEST_F(Carrier, WhatIsKeptOfNoRootIsAskedFor) {
  Asked store;
  const Plan reads = [](const state::State& state) {
    return Transition{.conditions = {{state::WaiterKey("w"), state.Get(state::WaiterKey("w"))}}};
  };
  StoreCarrier::Work travels{.plan = reads, .nonce = "n", .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(travels, store));
  EXPECT_EQ(lives_.Plan(travels, store).conditions.front().value, "of w");
}

/// Nobody was asked: it must be so when that is carried out.
TEST_F(Carrier, WhatWasExpectedIsReliedOnAlsoByWhoOnlyLooked) {
  Asked store;
  const Plan looks = [](const state::State& state) {
    Transition transition;
    if (!state.Get(state::EndKey("r")) && !state.Get(state::RootKey("r")))
      transition.sends = {{.mailbox = "b", .letter = {.id = "1", .body = "enters"}}};
    return transition;
  };
  StoreCarrier::Work enters{.plan = looks, .nonce = {}, .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(enters, store));
  const Transition planned = lives_.Plan(enters, store);
  EXPECT_EQ(enters.sends.size(), 1U);
  ASSERT_EQ(planned.conditions.size(), 2U);
  EXPECT_EQ(planned.conditions[0].key, state::EndKey("r"));
  EXPECT_EQ(planned.conditions[1].key, state::RootKey("r"));
  for (const state::Condition& condition : planned.conditions) EXPECT_FALSE(condition.value);
  EXPECT_TRUE(planned.changes.empty());
  // It has entered before.
  EXPECT_TRUE(lives_.Plan(enters, store).conditions.empty());
  EXPECT_TRUE(enters.sends.empty());
}

TEST_F(Carrier, WhoWasTakenForNewSendsNothingThatIsSafe) {
  Carry(lives_, Goes, true);
  const Plan enters = [](const state::State& state) {
    if (state.Get(state::RootKey("r"))) return IsCopy(state);
    return Transition{.sends = {{.mailbox = "b", .letter = {.id = "2", .body = "enters"}}}};
  };
  StoreCarrier::Work work{.plan = enters, .nonce = {}, .is_unkept = true};
  EXPECT_FALSE(lives_.Begin(work, store_));
  EXPECT_FALSE(store_.Apply(lives_.Plan(work, store_).conditions, {})) << "there is such a root";
  lives_.Plan(work, store_);
  EXPECT_TRUE(work.sends.empty());
}

/// The store may take nothing just then, or not so much.
TEST_F(Carrier, WhatWasSentIsRememberedWhereAChangeComesToNothing) {
  Carry(lives_, Goes, true);
  StoreCarrier::Work work{.plan = Goes, .nonce = "n"};
  EXPECT_FALSE(lives_.Begin(work, store_));
  lives_.GiveBack(std::move(work));
  Carry(lives_, Goes, true);
  EXPECT_EQ(Batches(), 1U) << "that of before is gone";
}

}  // namespace
}  // namespace mesh::transport
