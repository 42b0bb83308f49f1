// What a transport promises whose messages outlive the process that has sent or taken them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "tests/conformance/transport/transport_suite.h"

namespace mesh::test {

/// To the mailbox `a`.
inline bool Send(transport::Transport& transport, const std::string& body) {
  return transport.Open("a").Send(std::make_unique<transport::Letter>(transport::Letter{.body = body}), 0);
}

/// `Mesh` is a fixture; each transport that its `Open` gives is as one of another process.
template <typename Mesh>
class DurableSuite : public Mesh {};

TYPED_TEST_SUITE_P(DurableSuite);

TYPED_TEST_P(DurableSuite, WhatWasSentOutlivesItsProcess) {
  ASSERT_TRUE(Send(*this->Open(), "a"));
  Collector collector;
  const auto later = this->Open();
  later->Open("a").Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

TYPED_TEST_P(DurableSuite, WhatAProcessIsToldWaitsForIt) {
  const auto transport = this->Open();
  transport::Mailbox& mailbox = transport->Open("@reply/1");
  ASSERT_EQ(transport->Provide("@reply/1"), "");
  ASSERT_TRUE(mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "a"}), 0));
  Collector collector;
  mailbox.Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"a"});
}

/// At once, and not when its time is up.
TYPED_TEST_P(DurableSuite, WhatIsOnLoanWhenAProcessLeavesComesAgain) {
  Collector first;
  Collector second;
  auto one = this->Open();
  const auto other = this->Open();
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*other, "a"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  one.reset();
  EXPECT_EQ(second.WaitFor(1), Ids{"a"});
  const transport::Delivery again = second.TakeOut(0);
  EXPECT_EQ(again.redeliveries, 1U);
  EXPECT_EQ(again.letter->nonce, first.TakeOut(0).letter->nonce) << "it is the same message";
}

TYPED_TEST_P(DurableSuite, OneOfManyProcessesTakesAMessage) {
  Collector collector;
  const auto one = this->Open();
  const auto other = this->Open();
  one->Open("a").Subscribe(1'000, collector);
  other->Open("a").Subscribe(1'000, collector);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(Send(i % 2 == 0 ? *one : *other, std::to_string(i)));
  auto ids = Sorted(collector.WaitFor(100));
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

/// As a host does with what it cannot serve: the same letter, for later.
TYPED_TEST_P(DurableSuite, WhatIsPutBackAgainAndAgainIsNotLost) {
  constexpr std::size_t kTimes = 3;
  const auto transport = this->Open();
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

REGISTER_TYPED_TEST_SUITE_P(DurableSuite, WhatWasSentOutlivesItsProcess, WhatAProcessIsToldWaitsForIt,
                            WhatIsOnLoanWhenAProcessLeavesComesAgain, OneOfManyProcessesTakesAMessage,
                            WhatIsPutBackAgainAndAgainIsNotLost);

}  // namespace mesh::test
