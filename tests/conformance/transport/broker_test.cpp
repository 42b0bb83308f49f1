// The broker in memory that tests of hosts and simulations stand on is a transport like any other.
#include "tests/support/broker/broker.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "mesh/state/keys.h"
#include "tests/conformance/transport/lanes_suite.h"
#include "tests/support/broker/connection.h"

namespace mesh::test {
namespace {

template <bool kRepeats>
struct InMemory {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    static std::unique_ptr<Broker> broker;
    broker = std::make_unique<Broker>(Broker::Options{.repeats = kRepeats}, clock);
    auto connection = broker->Connect();
    newest = connection.get();
    return connection;
  }
  static void LoseLoans() { newest->Lose(); }

  static inline Connection* newest = nullptr;
};

using Both = testing::Types<InMemory<false>, InMemory<true>>;
using BothWithLanes = testing::Types<WithLanes<InMemory<false>>, WithLanes<InMemory<true>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Memory, TransportSuite, Both);
INSTANTIATE_TYPED_TEST_SUITE_P(MemoryLanes, TransportSuite, BothWithLanes);
INSTANTIATE_TYPED_TEST_SUITE_P(Memory, LanesSuite, BothWithLanes);

/// Where a test does one task after the other.
class DrivenBroker : public testing::Test {
 protected:
  std::unique_ptr<Connection> Connect() { return broker_.Connect(); }
  void DoAll() {
    while (broker_.RunTask()) {
    }
  }
  void Send(Connection& from, const std::string& body) {
    from.Carry(
        std::nullopt,
        [body](const state::State&) {
          transport::Transition transition;
          transition.sends.push_back({.mailbox = "a", .letter = {.id = body, .body = body}});
          return transition;
        },
        nullptr);
  }
  static transport::Plan Puts(const std::string& key, bool leased = false) {
    return [key, leased](const state::State&) {
      return transport::Transition{.changes = {{.key = key, .value = "v", .leased = leased}}};
    };
  }

  ManualClock clock_;
  Fibers fibers_;
  bool too_large_ = false;
  Broker broker_{{.fibers = &fibers_, .too_large = [this](const auto&) { return too_large_; }}, clock_};
};

TEST_F(DrivenBroker, NothingHappensBeforeATaskIsDone) {
  Collector collector;
  const auto one = Connect();
  one->Open("a").Subscribe(1, collector);
  Send(*one, "x");
  EXPECT_EQ(collector.size(), 0U);
  DoAll();
  EXPECT_EQ(collector.size(), 1U);
  EXPECT_FALSE(collector.TakeOut(0).letter->nonce.empty());
}

TEST_F(DrivenBroker, WhatADeadProcessHasBegunMayBeHalfDoneAndIsNotGoneOnWith) {
  auto dies = Connect();
  dies->Carry(
      std::nullopt,
      [](const state::State&) {
        transport::Transition transition{.changes = {{.key = state::RootKey("r"), .value = "v"}}};
        transition.sends.push_back({.mailbox = "a", .letter = {.id = "x", .body = "x"}});
        return transition;
      },
      [](transport::Outcome) { ADD_FAILURE() << "nobody is there to be told"; });
  while (!dies->state().Get(state::RootKey("r")) && broker_.RunTask()) {
  }
  EXPECT_EQ(broker_.messages(), 0U) << "first the state";
  dies->Die();
  DoAll();
  EXPECT_EQ(broker_.messages(), 0U);
  EXPECT_FALSE(dies->state().Scan(state::BatchPrefix("r")).empty()) << "others find what is to be sent";
}

TEST_F(DrivenBroker, WhatADeadProcessHoldsComesAgainAsASuspect) {
  Collector first;
  Collector second;
  auto dies = Connect();
  const auto lives = Connect();
  dies->Open("a").Subscribe(1, first);
  Send(*lives, "x");
  DoAll();
  ASSERT_EQ(first.size(), 1U);
  lives->Open("a").Subscribe(1, second);
  dies->Die();
  DoAll();
  ASSERT_EQ(second.size(), 1U);
  EXPECT_TRUE(second.TakeOut(0).letter->suspect);
}

TEST_F(DrivenBroker, WhoIsCutOffLosesHisLoans) {
  Collector collector;
  const auto one = Connect();
  one->Open("a").Subscribe(2, collector);
  Send(*one, "x");
  DoAll();
  const transport::Delivery before = collector.TakeOut(0);
  EXPECT_TRUE(one->Open("a").Lends(before));
  one->Lose();
  EXPECT_FALSE(one->Open("a").Lends(before));
  std::optional<transport::Outcome> outcome;
  one->Carry(transport::Loan{&one->Open("a"), before.tag}, Puts("k"),
             [&outcome](transport::Outcome told) { outcome = told; });
  DoAll();
  EXPECT_EQ(outcome, transport::Outcome::kGone);
  EXPECT_EQ(one->state().Get("k"), std::nullopt);
  EXPECT_EQ(collector.size(), 2U);
}

/// As at a server: whoever holds it may do something smaller with it, or hand it back.
TEST_F(DrivenBroker, WhatIsMoreThanItTakesLeavesItsInputOnLoan) {
  Collector collector;
  const auto one = Connect();
  transport::Mailbox& mailbox = one->Open("a");
  mailbox.Subscribe(1, collector);
  Send(*one, "x");
  Send(*one, "y");
  DoAll();
  ASSERT_EQ(collector.size(), 1U);
  too_large_ = true;
  transport::Delivery held = collector.TakeOut(0);
  std::optional<transport::Outcome> outcome;
  const auto tell = [&outcome](transport::Outcome told) { outcome = told; };
  one->Carry(transport::Loan{&mailbox, held.tag}, Puts("k"), tell);
  DoAll();
  EXPECT_EQ(outcome, transport::Outcome::kTooLarge);
  EXPECT_EQ(one->state().Get("k"), std::nullopt);
  EXPECT_TRUE(mailbox.Lends(held));
  EXPECT_EQ(collector.size(), 1U) << "there is no credit for another one";
  too_large_ = false;
  one->Carry(transport::Loan{&mailbox, held.tag}, Puts("k"), tell);
  DoAll();
  EXPECT_EQ(outcome, transport::Outcome::kDone);
  EXPECT_EQ(collector.size(), 2U);
}

TEST_F(DrivenBroker, LeasesGoWithTheirProcess) {
  auto dies = Connect();
  const auto lives = Connect();
  dies->Carry(std::nullopt, Puts("k", true), nullptr);
  DoAll();
  EXPECT_EQ(lives->state().Get("k"), "v");
  dies->Die();
  EXPECT_EQ(lives->state().Get("k"), std::nullopt);
}

TEST_F(DrivenBroker, WhoWaitsInAFiberLetsTheOthersGoOn) {
  const auto one = Connect();
  std::optional<transport::Outcome> outcome;
  fibers_.Run([&] { outcome = one->CarryOut(std::nullopt, Puts("k")); });
  EXPECT_FALSE(outcome);
  DoAll();
  EXPECT_EQ(outcome, transport::Outcome::kDone);
}

TEST_F(DrivenBroker, AMessageMayBeDoubledAndOneThatIsDoneMayComeBack) {
  Collector collector;
  const auto one = Connect();
  one->Open("a").Subscribe(10, collector);
  Send(*one, "x");
  DoAll();
  EXPECT_TRUE(broker_.Double());
  DoAll();
  ASSERT_EQ(collector.size(), 2U);
  const transport::Delivery first = collector.TakeOut(0);
  EXPECT_EQ(first.letter->nonce, collector.TakeOut(1).letter->nonce) << "it is the same one";
  EXPECT_FALSE(broker_.BringBack(true)) << "nothing was acknowledged";
  one->Open("a").Acknowledge(first);
  DoAll();
  EXPECT_TRUE(broker_.BringBack(false));
  DoAll();
  EXPECT_EQ(collector.size(), 3U);
  EXPECT_EQ(collector.TakeOut(2).redeliveries, 0U) << "nobody knows";
}

/// Another thread moves it on just before something is planned.
class HurriedClock final : public transport::Clock {
 public:
  std::int64_t now_ns() const override { return clock_.now_ns(); }
  transport::TimerId At(std::int64_t time_ns, transport::Action action) override {
    clock_.Advance(time_ns - clock_.now_ns());
    return clock_.At(time_ns, std::move(action));
  }
  void Cancel(transport::TimerId timer) override { clock_.Cancel(timer); }

 private:
  ManualClock clock_;
};

TEST(BrokerInMemory, LendsWhatHasBecomeDueWhileItWasPutAside) {
  HurriedClock clock;
  Fibers fibers;
  Broker broker({.fibers = &fibers}, clock);
  Collector collector;
  const auto one = broker.Connect();
  one->Open("a").Subscribe(1, collector);
  ASSERT_TRUE(one->Open("a").Send(std::make_unique<transport::Letter>(), 5));
  while (broker.RunTask()) {
  }
  EXPECT_EQ(collector.size(), 1U);
}

}  // namespace
}  // namespace mesh::test
