// What every transport promises. A transport joins by one INSTANTIATE line with a type that makes it.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/transport/transport.h"
#include "tests/support/collector.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {

/// `Maker` has `static std::unique_ptr<transport::Transport> Make(transport::Clock&)`.
template <typename Maker>
class TransportSuite : public testing::Test {
 protected:
  bool Send(const std::string& id, std::int64_t delay_ns = 0) {
    return mailbox().Send(std::make_unique<transport::Letter>(transport::Letter{.id = id, .body = id}),
                          delay_ns);
  }
  transport::Mailbox& mailbox() { return transport_->Open("shop-actor"); }

  ManualClock clock_;
  Collector collector_;
  Collector other_;
  std::unique_ptr<transport::Transport> transport_ = Maker::Make(clock_);
};

using Ids = std::vector<std::string>;

inline Ids Sorted(Ids ids) {
  std::ranges::sort(ids);
  return ids;
}

TYPED_TEST_SUITE_P(TransportSuite);

TYPED_TEST_P(TransportSuite, AMailboxHasOneIdentityByItsName) {
  EXPECT_EQ(&this->transport_->Open("shop-actor"), &this->mailbox());
  EXPECT_NE(&this->transport_->Open("shop-other"), &this->mailbox());
}

TYPED_TEST_P(TransportSuite, AnAcknowledgedDeliveryDoesNotComeBack) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  this->collector_.WaitFor(1);
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  ASSERT_TRUE(this->Send("b"));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
}

TYPED_TEST_P(TransportSuite, NothingIsDeliveredAfterUnsubscribing) {
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  this->collector_.WaitFor(1);
  this->mailbox().Unsubscribe();
  ASSERT_TRUE(this->Send("b"));
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  EXPECT_EQ(this->collector_.size(), 1U);
  this->mailbox().Subscribe(10, this->collector_);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
}

TYPED_TEST_P(TransportSuite, AClosedTransportRefusesWhatIsSent) {
  this->mailbox().Subscribe(10, this->collector_);
  this->transport_->Close();
  EXPECT_FALSE(this->Send("a"));
  EXPECT_FALSE(this->Send("b", 10));
  this->clock_.Advance(10);
  EXPECT_EQ(this->collector_.size(), 0U);
}

TYPED_TEST_P(TransportSuite, DeliversAllThatWasSent) {
  ASSERT_TRUE(this->Send("a"));
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("b"));
  ASSERT_TRUE(this->Send("c"));
  EXPECT_EQ(Sorted(this->collector_.WaitFor(3)), (Ids{"a", "b", "c"}));
}

TYPED_TEST_P(TransportSuite, NeverLendsMoreThanTheCredit) {
  this->mailbox().Subscribe(2, this->collector_);
  for (const char* id : {"a", "b", "c", "d"}) ASSERT_TRUE(this->Send(id));
  this->collector_.WaitFor(2);
  this->transport_->Open("shop-other").Subscribe(1, this->other_);
  ASSERT_TRUE(this->transport_->Open("shop-other").Send(std::make_unique<transport::Letter>(), 0));
  this->other_.WaitFor(1);
  EXPECT_EQ(this->collector_.size(), 2U) << "what was sent later has come, and no third one";
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  this->collector_.WaitFor(3);
}

TYPED_TEST_P(TransportSuite, AHandedBackDeliveryComesAgainAndSaysSo) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 0);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "a"}));
  EXPECT_EQ(this->collector_.TakeOut(1).redeliveries, 1U);
}

TYPED_TEST_P(TransportSuite, WhatIsDelayedNeverComesEarly) {
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("late", 1'000));
  ASSERT_TRUE(this->Send("now"));
  EXPECT_EQ(this->collector_.WaitFor(1), Ids{"now"});
  this->clock_.Advance(999);
  ASSERT_TRUE(this->Send("after"));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"now", "after"}));
  this->clock_.Advance(1);
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"now", "after", "late"}));
}

TYPED_TEST_P(TransportSuite, ALetterArrivesAsItWasSent) {
  this->mailbox().Subscribe(1, this->collector_);
  const std::string bytes("a\0\xFF", 3);
  ASSERT_TRUE(this->mailbox().Send(
      std::make_unique<transport::Letter>(transport::Letter{
          .id = "a/1", .body = bytes, .suspect = true, .first_unserved_ns = 7, .reply = "reply/x y"}),
      0));
  this->collector_.WaitFor(1);
  const transport::Delivery delivery = this->collector_.TakeOut(0);
  EXPECT_EQ(delivery.letter->id, "a/1");
  EXPECT_EQ(delivery.letter->body, bytes);
  EXPECT_TRUE(delivery.letter->suspect);
  EXPECT_EQ(delivery.letter->first_unserved_ns, 7);
  EXPECT_EQ(delivery.letter->reply, "reply/x y");
  EXPECT_EQ(delivery.redeliveries, 0U);
}

REGISTER_TYPED_TEST_SUITE_P(TransportSuite, DeliversAllThatWasSent, AMailboxHasOneIdentityByItsName,
                            NeverLendsMoreThanTheCredit, AnAcknowledgedDeliveryDoesNotComeBack,
                            AHandedBackDeliveryComesAgainAndSaysSo, WhatIsDelayedNeverComesEarly,
                            NothingIsDeliveredAfterUnsubscribing, AClosedTransportRefusesWhatIsSent,
                            ALetterArrivesAsItWasSent);

}  // namespace mesh::test
