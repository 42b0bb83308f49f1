// What every ledger promises of the state that it keeps. One joins by an INSTANTIATE line with a type that
// opens it.
#pragma once

#include <poll.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/state/keys.h"
#include "mesh/transport/ledger.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {

constexpr std::int64_t kSecond = 1'000'000'000;

/// `Place` is made for each test, and has `std::shared_ptr<transport::Ledger> Open(transport::Clock&)`, which
/// is as in a process of its own.
template <typename Place>
class StateSuite : public testing::Test {
 protected:
  using Changes = std::vector<state::Change>;

  static void Make(transport::Ledger& ledger, Changes changes) {
    const auto plan = [changes = std::move(changes)](const state::State&) {
      return transport::Transition{.changes = changes};
    };
    ASSERT_EQ(ledger.CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  }
  void Make(Changes changes) { Make(*one_, std::move(changes)); }
  std::optional<std::string> Get(const std::string& key) { return other_->state().Get(key); }
  std::vector<std::string> Keys(const std::string& prefix) {
    std::vector<std::string> keys;
    for (const state::Entry& entry : other_->state().Scan(prefix)) keys.push_back(entry.key);
    return keys;
  }

  ManualClock clock_;
  Place place_;
  std::shared_ptr<transport::Ledger> one_ = place_.Open(clock_);
  std::shared_ptr<transport::Ledger> other_ = place_.Open(clock_);
};

TYPED_TEST_SUITE_P(StateSuite);

TYPED_TEST_P(StateSuite, WhatOneHasPutAllFindUntilItIsErased) {
  const std::string key = state::RootKey("r");
  EXPECT_EQ(this->Get(key), std::nullopt);
  this->Make({{.key = key, .value = "v"}});
  EXPECT_EQ(this->Get(key), "v");
  this->Make({{.key = key, .value = ""}});
  EXPECT_EQ(this->Get(key), "") << "nothing is something";
  this->Make({{.kind = state::Change::Kind::kErase, .key = key}});
  EXPECT_EQ(this->Get(key), std::nullopt);
}

TYPED_TEST_P(StateSuite, ChangesAreMadeInTheirOrder) {
  const std::string key = state::RootKey("r");
  this->Make({{.key = key, .value = "a"}, {.kind = state::Change::Kind::kErase, .key = key}});
  EXPECT_EQ(this->Get(key), std::nullopt);
  this->Make({{.kind = state::Change::Kind::kErase, .key = key}, {.key = key, .value = "b"}});
  EXPECT_EQ(this->Get(key), "b");
}

TYPED_TEST_P(StateSuite, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  // A root's, and a shared effect's, whose owner stands alone.
  for (const std::string& key : {state::RootKey("r"), state::EffectKey("", "a", "k")}) {
    const auto count = [key](const state::State& state) {
      const auto before = state.Get(key);
      return transport::Transition{
          .conditions = {{key, before}},
          .changes = {{.key = key, .value = std::to_string(std::stoi(before.value_or("0")) + 1)}}};
    };
    for (int i = 0; i < 50; ++i) {
      const auto& ledger = i % 2 == 0 ? this->one_ : this->other_;
      ledger->Carry(std::nullopt, count, nullptr);
    }
    this->one_->Flush();
    this->other_->Flush();
    EXPECT_EQ(this->Get(key), "50");
  }
}

TYPED_TEST_P(StateSuite, ATransitionIsMadeAsAWholeOrNotAtAll) {
  const std::string root = state::RootKey("r");
  const std::string waits = state::WaitsKey("r");
  this->Make({{.key = root, .value = "v"}});
  int plans = 0;
  const auto plan = [&](const state::State& state) {
    // What it was worked out from the first time has never been so.
    const auto seen = plans++ == 0 ? std::optional<std::string>("other") : state.Get(root);
    return transport::Transition{.conditions = {{waits, state.Get(waits)}, {root, seen}},
                                 .changes = {{.key = waits, .value = std::to_string(plans)}}};
  };
  EXPECT_EQ(this->one_->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  EXPECT_GE(plans, 2);
  EXPECT_EQ(this->Get(waits), std::to_string(plans));
}

TYPED_TEST_P(StateSuite, WhatHasExpiredIsFoundNoMore) {
  const std::string key = state::EndKey("r");
  const std::int64_t until_ns = this->clock_.now_ns() + 10 * kSecond;
  this->Make({{.key = key, .value = "v", .expires_ns = until_ns}});
  this->clock_.Advance(9 * kSecond);
  EXPECT_EQ(this->Get(key), "v");
  this->clock_.Advance(2 * kSecond);
  EXPECT_EQ(this->Get(key), std::nullopt);
  EXPECT_TRUE(this->Keys(key).empty());
  const auto begin = [&](const state::State& state) {
    return transport::Transition{.conditions = {{key, state.Get(key)}},
                                 .changes = {{.key = key, .value = "w"}}};
  };
  EXPECT_EQ(this->one_->CarryOut(std::nullopt, begin), transport::Outcome::kDone) << "it counts no more";
  EXPECT_EQ(this->Get(key), "w");
}

TYPED_TEST_P(StateSuite, APrefixFindsItsOwnInTheOrderOfKeys) {
  const std::vector<std::string> of_r = {state::SlotKey("r", "f", 0), state::SlotKey("r", "f", 2),
                                         state::SlotKey("r", "f", 10)};
  this->Make(
      {{.key = of_r[2], .value = "c"}, {.key = of_r[0], .value = "a"}, {.key = of_r[1], .value = "b"}});
  this->Make({{.key = state::SlotKey("r2", "f", 0), .value = "other"}});
  std::vector<std::string> sorted = of_r;
  std::ranges::sort(sorted);
  EXPECT_EQ(this->Keys(state::SlotPrefix("r", "f")), sorted);
  EXPECT_EQ(this->other_->state().Count(state::SlotPrefix("r", "f")), 3U);
}

TYPED_TEST_P(StateSuite, APrefixIsErasedOrExpiresAsAWhole) {
  const std::string one = state::EffectKey("r", "a", "1");
  const std::string two = state::EffectKey("r", "b", "2");
  const std::string other = state::EffectKey("r2", "a", "1");
  this->Make({{.key = one, .value = "1"}, {.key = two, .value = "2"}});
  this->Make({{.key = other, .value = "3"}});
  this->Make({{.kind = state::Change::Kind::kExpirePrefix,
               .key = state::EffectPrefix("r"),
               .expires_ns = this->clock_.now_ns() + 10 * kSecond}});
  EXPECT_EQ(this->Get(one), "1");
  this->clock_.Advance(11 * kSecond);
  EXPECT_EQ(this->Get(one), std::nullopt);
  EXPECT_EQ(this->Get(two), std::nullopt);
  EXPECT_EQ(this->Get(other), "3");
  this->Make({{.kind = state::Change::Kind::kErasePrefix, .key = state::EffectPrefix("r2")}});
  EXPECT_EQ(this->Get(other), std::nullopt);
}

/// It is not there: nothing makes it stay.
TYPED_TEST_P(StateSuite, WhatHasExpiredIsNotMadeToLiveLonger) {
  const std::string key = state::EffectKey("r", "a", "1");
  this->Make({{.key = key, .value = "1", .expires_ns = this->clock_.now_ns() + 10 * kSecond}});
  this->clock_.Advance(11 * kSecond);
  this->Make({{.kind = state::Change::Kind::kExpirePrefix,
               .key = state::EffectPrefix("r"),
               .expires_ns = this->clock_.now_ns() + 10 * kSecond}});
  EXPECT_EQ(this->Get(key), std::nullopt);
}

TYPED_TEST_P(StateSuite, WhatIsLeasedGoesWithItsProcess) {
  const std::string key = state::IntentKey("", "a", "k");
  this->Make({{.key = key, .value = "v", .leased = true}});
  EXPECT_EQ(this->Get(key), "v");
  this->one_.reset();
  while (this->Get(key)) poll(nullptr, 0, 10);
  const auto begin = [&](const state::State& state) {
    return transport::Transition{.conditions = {{key, state.Get(key)}},
                                 .changes = {{.key = key, .value = "w"}}};
  };
  EXPECT_EQ(this->other_->CarryOut(std::nullopt, begin), transport::Outcome::kDone);
  EXPECT_EQ(this->Get(key), "w");
}

TYPED_TEST_P(StateSuite, WhatIsKeptOutlivesItsProcesses) {
  const std::string key = state::RootKey("r");
  const std::string bytes = "an envelope, \xC3\xA4, \"quoted\"\n";
  this->Make({{.key = key, .value = bytes}});
  this->one_.reset();
  this->other_.reset();
  EXPECT_EQ(this->place_.Open(this->clock_)->state().Get(key), bytes);
}

REGISTER_TYPED_TEST_SUITE_P(StateSuite, WhatOneHasPutAllFindUntilItIsErased, ChangesAreMadeInTheirOrder,
                            WhatAPlanReliesOnHoldsWhenItIsCarriedOut, ATransitionIsMadeAsAWholeOrNotAtAll,
                            WhatHasExpiredIsFoundNoMore, APrefixFindsItsOwnInTheOrderOfKeys,
                            APrefixIsErasedOrExpiresAsAWhole, WhatHasExpiredIsNotMadeToLiveLonger,
                            WhatIsLeasedGoesWithItsProcess, WhatIsKeptOutlivesItsProcesses);

}  // namespace mesh::test
