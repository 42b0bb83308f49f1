// What a mesh on RabbitMQ promises beyond the suite.
#include <string>
#include <vector>

#include "mesh/state/keys.h"
#include "tests/conformance/transport/amqp_fixture.h"

namespace mesh::test {
namespace {

struct Amqp {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return OpenServer(OptionsOf(Rabbit(), NewRabbitPrefix()), clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Amqp, TransportSuite, testing::Types<Amqp>);

TEST_F(AmqpMesh, WhatWasSentOutlivesItsProcess) {
  ASSERT_TRUE(Send(*Open(), "a"));
  Collector collector;
  const auto later = Open();
  later->Open("a").Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

TEST_F(AmqpMesh, WhatAProcessIsToldWaitsForIt) {
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("@reply/1");
  ASSERT_EQ(transport->Provide("@reply/1"), "");
  ASSERT_TRUE(mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "a"}), 0));
  Collector collector;
  mailbox.Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

TEST_F(AmqpMesh, WhatIsOnLoanWhenAProcessLeavesComesAgain) {
  Collector first;
  Collector second;
  auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*other, "a"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  one.reset();
  EXPECT_EQ(second.WaitFor(1), Ids{"a"});
  const transport::Delivery again = second.TakeOut(0);
  EXPECT_EQ(again.redeliveries, 1U);
  EXPECT_TRUE(again.letter->suspect);
  EXPECT_EQ(again.letter->nonce, first.TakeOut(0).letter->nonce) << "it is the same message";
}

/// As a host does with what it cannot serve: the same letter, for later.
TEST_F(AmqpMesh, WhatIsPutBackAgainAndAgainIsNotLost) {
  constexpr std::size_t kTimes = 3;
  const auto transport = Open();
  Collector collector;
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, collector);
  ASSERT_TRUE(Send(*transport, "a"));
  for (std::size_t i = 0; i < kTimes; ++i) {
    collector.WaitFor(i + 1);
    const transport::Delivery delivery = collector.TakeOut(i);
    const auto put_back = [&](const state::State&) {
      transport::Transition transition;
      transition.sends.push_back({.mailbox = "a", .letter = *delivery.letter});
      return transition;
    };
    ASSERT_EQ(transport->ledger()->CarryOut(transport::Loan{&mailbox, delivery.tag}, put_back),
              transport::Outcome::kDone);
  }
  EXPECT_EQ(collector.WaitFor(kTimes + 1), (Ids{"a", "a", "a", "a"}));
}

TEST_F(AmqpMesh, OneOfManyProcessesTakesAMessage) {
  Collector collector;
  const auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1'000, collector);
  other->Open("a").Subscribe(1'000, collector);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(Send(i % 2 == 0 ? *one : *other, std::to_string(i)));
  auto ids = Sorted(collector.WaitFor(100));
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST_F(AmqpMesh, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  const auto one = Open();
  const auto other = Open();
  const std::string key = state::RootKey("r");
  const auto count = [&key](const state::State& state) {
    const auto before = state.Get(key);
    transport::Transition transition;
    transition.conditions.push_back({key, before});
    transition.changes.push_back({.key = key, .value = std::to_string(std::stoi(before.value_or("0")) + 1)});
    return transition;
  };
  for (int i = 0; i < 100; ++i) (i % 2 == 0 ? *one : *other).ledger()->Carry(std::nullopt, count, nullptr);
  one->ledger()->Flush();
  other->ledger()->Flush();
  EXPECT_EQ(one->ledger()->state().Get(key), "100");
}

}  // namespace
}  // namespace mesh::test
