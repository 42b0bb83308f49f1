// What every transport promises. A transport joins by one INSTANTIATE line with a type that makes it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/transport/transport.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {

/// Collects deliveries.
class Collector final : public transport::Consumer {
 public:
  void Take(transport::Delivery delivery) override {
    const std::lock_guard lock(mutex_);
    ids_.push_back(delivery.envelope->id);
    deliveries_.push_back(std::move(delivery));
    taken_.notify_all();
  }
  /// Waits until `count` in all were taken; their ids in order.
  std::vector<std::string> WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    taken_.wait(lock, [&] { return ids_.size() >= count; });
    return ids_;
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return ids_.size();
  }
  /// Takes out the delivery that was taken as number `index`.
  transport::Delivery TakeOut(std::size_t index) {
    const std::lock_guard lock(mutex_);
    return std::move(deliveries_[index]);
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable taken_;
  std::vector<std::string> ids_;
  std::vector<transport::Delivery> deliveries_;
};

/// `Maker` has `static std::unique_ptr<transport::Transport> Make(transport::Clock&)`.
template <typename Maker>
class TransportSuite : public testing::Test {
 protected:
  bool Send(const std::string& id, std::int64_t delay_ns = 0) {
    auto envelope = std::make_unique<Envelope>();
    envelope->id = id;
    return mailbox().Send(std::move(envelope), delay_ns);
  }
  transport::Mailbox& mailbox() { return transport_->Open("shop-actor"); }

  ManualClock clock_;
  Collector collector_;
  std::unique_ptr<transport::Transport> transport_ = Maker::Make(clock_);
};

using Ids = std::vector<std::string>;

TYPED_TEST_SUITE_P(TransportSuite);

TYPED_TEST_P(TransportSuite, DeliversInTheOrderOfSending) {
  ASSERT_TRUE(this->Send("a"));
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("b"));
  ASSERT_TRUE(this->Send("c"));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "c"}));
}

TYPED_TEST_P(TransportSuite, AMailboxHasOneIdentityByItsName) {
  EXPECT_EQ(&this->transport_->Open("shop-actor"), &this->mailbox());
  EXPECT_NE(&this->transport_->Open("shop-other"), &this->mailbox());
}

TYPED_TEST_P(TransportSuite, LendsNoMoreThanTheCredit) {
  this->mailbox().Subscribe(2, this->collector_);
  for (const char* id : {"a", "b", "c", "d"}) ASSERT_TRUE(this->Send(id));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  EXPECT_EQ(this->mailbox().depth(), 2U);
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "c"}));
  EXPECT_EQ(this->mailbox().depth(), 1U);
}

TYPED_TEST_P(TransportSuite, SendingNeverWaitsForRoom) {
  this->mailbox().Subscribe(1, this->collector_);
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(this->Send(std::to_string(i)));
  EXPECT_EQ(this->collector_.WaitFor(1), Ids{"0"});
  EXPECT_EQ(this->mailbox().depth(), 9'999U);
}

TYPED_TEST_P(TransportSuite, AnAcknowledgedDeliveryDoesNotComeBack) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  this->collector_.WaitFor(1);
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  ASSERT_TRUE(this->Send("b"));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
}

TYPED_TEST_P(TransportSuite, AHandedBackDeliveryComesAgainBeforeTheOthers) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  ASSERT_TRUE(this->Send("b"));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 0);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "a"}));
  const transport::Delivery again = this->collector_.TakeOut(1);
  EXPECT_EQ(again.redeliveries, 1U);
  this->mailbox().Acknowledge(again);
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "a", "b"}));
}

TYPED_TEST_P(TransportSuite, AHandedBackDeliveryWithADelayLetsTheOthersPass) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  ASSERT_TRUE(this->Send("b"));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 100);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  this->mailbox().Acknowledge(this->collector_.TakeOut(1));
  this->clock_.Advance(100);
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "a"}));
}

TYPED_TEST_P(TransportSuite, AHandedBackDeliveryComesFirstWhenItsDelayIsOver) {
  this->mailbox().Subscribe(1, this->collector_);
  for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(this->Send(id));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 100);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  this->clock_.Advance(100);
  this->mailbox().Acknowledge(this->collector_.TakeOut(1));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "a"})) << "ahead of what waits";
}

TYPED_TEST_P(TransportSuite, ADelayedEnvelopeComesWhenItsTimeHasCome) {
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("late", 1'000));
  ASSERT_TRUE(this->Send("soon", 10));
  ASSERT_TRUE(this->Send("now"));
  EXPECT_EQ(this->collector_.WaitFor(1), Ids{"now"});
  this->clock_.Advance(999);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"now", "soon"}));
  this->clock_.Advance(1);
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"now", "soon", "late"}));
}

TYPED_TEST_P(TransportSuite, NothingIsDeliveredAfterUnsubscribing) {
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("a"));
  this->collector_.WaitFor(1);
  this->mailbox().Unsubscribe();
  ASSERT_TRUE(this->Send("b"));
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  EXPECT_EQ(this->collector_.size(), 1U);
  EXPECT_EQ(this->mailbox().depth(), 1U);
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

TYPED_TEST_P(TransportSuite, AnEnvelopeArrivesAsItWasSent) {
  this->mailbox().Subscribe(1, this->collector_);
  auto envelope = std::make_unique<Envelope>();
  envelope->id = "a";
  envelope->route.flow = "main";
  envelope->route.hop = 7;
  envelope->status.attempt = 3;
  envelope->headers["lane"] = "realtime";
  envelope->payload = {Value::Int(5), Value(), Value::String("text")};
  ASSERT_TRUE(this->mailbox().Send(std::move(envelope), 0));
  this->collector_.WaitFor(1);
  const transport::Delivery delivery = this->collector_.TakeOut(0);
  EXPECT_EQ(delivery.envelope->route.hop, 7U);
  EXPECT_EQ(delivery.envelope->status.attempt, 3U);
  EXPECT_EQ(delivery.envelope->headers.at("lane"), "realtime");
  EXPECT_EQ(delivery.envelope->payload[0], Value::Int(5));
  EXPECT_EQ(delivery.envelope->payload[2], Value::String("text"));
}

REGISTER_TYPED_TEST_SUITE_P(TransportSuite, DeliversInTheOrderOfSending, AMailboxHasOneIdentityByItsName,
                            LendsNoMoreThanTheCredit, SendingNeverWaitsForRoom,
                            AnAcknowledgedDeliveryDoesNotComeBack,
                            AHandedBackDeliveryComesAgainBeforeTheOthers,
                            AHandedBackDeliveryWithADelayLetsTheOthersPass,
                            AHandedBackDeliveryComesFirstWhenItsDelayIsOver,
                            ADelayedEnvelopeComesWhenItsTimeHasCome, NothingIsDeliveredAfterUnsubscribing,
                            AClosedTransportRefusesWhatIsSent, AnEnvelopeArrivesAsItWasSent);

}  // namespace mesh::test
