// What a transport promises beside that where one process has it all: the order of sending, what was
// handed back first, exact depths.
#pragma once

#include "tests/conformance/transport/transport_suite.h"

namespace mesh::test {

template <typename Maker>
class OneProcessSuite : public TransportSuite<Maker> {};

TYPED_TEST_SUITE_P(OneProcessSuite);

TYPED_TEST_P(OneProcessSuite, DeliversInTheOrderOfSending) {
  ASSERT_TRUE(this->Send("a"));
  this->mailbox().Subscribe(10, this->collector_);
  ASSERT_TRUE(this->Send("b"));
  ASSERT_TRUE(this->Send("c"));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "c"}));
}

TYPED_TEST_P(OneProcessSuite, LendsNoMoreThanTheCredit) {
  this->mailbox().Subscribe(2, this->collector_);
  for (const char* id : {"a", "b", "c", "d"}) ASSERT_TRUE(this->Send(id));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  EXPECT_EQ(this->mailbox().depth(), 2U);
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "c"}));
  EXPECT_EQ(this->mailbox().depth(), 1U);
}

TYPED_TEST_P(OneProcessSuite, SendingNeverWaitsForRoom) {
  this->mailbox().Subscribe(1, this->collector_);
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(this->Send(std::to_string(i)));
  EXPECT_EQ(this->collector_.WaitFor(1), Ids{"0"});
  EXPECT_EQ(this->mailbox().depth(), 9'999U);
}

TYPED_TEST_P(OneProcessSuite, AHandedBackDeliveryComesAgainBeforeTheOthers) {
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

TYPED_TEST_P(OneProcessSuite, AHandedBackDeliveryWithADelayLetsTheOthersPass) {
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

TYPED_TEST_P(OneProcessSuite, AHandedBackDeliveryComesFirstWhenItsDelayIsOver) {
  this->mailbox().Subscribe(1, this->collector_);
  for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(this->Send(id));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 100);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  this->clock_.Advance(100);
  this->mailbox().Acknowledge(this->collector_.TakeOut(1));
  EXPECT_EQ(this->collector_.WaitFor(3), (Ids{"a", "b", "a"})) << "ahead of what waits";
}

TYPED_TEST_P(OneProcessSuite, ADelayedEnvelopeComesWhenItsTimeHasCome) {
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

REGISTER_TYPED_TEST_SUITE_P(OneProcessSuite, DeliversInTheOrderOfSending, LendsNoMoreThanTheCredit,
                            SendingNeverWaitsForRoom, AHandedBackDeliveryComesAgainBeforeTheOthers,
                            AHandedBackDeliveryWithADelayLetsTheOthersPass,
                            AHandedBackDeliveryComesFirstWhenItsDelayIsOver,
                            ADelayedEnvelopeComesWhenItsTimeHasCome);

}  // namespace mesh::test
