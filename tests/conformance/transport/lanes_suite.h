// What every transport promises where actors have lanes.
#pragma once

#include "mesh/transport/lanes/laned.h"
#include "tests/conformance/transport/transport_suite.h"

namespace mesh::test {

/// The transport of `Maker`, with lanes.
template <typename Maker>
struct WithLanes {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return transport::MakeLaned(Maker::Make(clock), {.names = {"fast", "slow"}}, clock);
  }
};

/// `Maker` makes a transport with the lanes `fast` and `slow`, strict.
template <typename Maker>
class LanesSuite : public TransportSuite<Maker> {
 protected:
  bool SendTo(const std::string& lane, const std::string& id) {
    return this->mailbox().Send(
        std::make_unique<transport::Letter>(transport::Letter{.id = id, .body = id, .lane = lane}), 0);
  }
};

TYPED_TEST_SUITE_P(LanesSuite);

TYPED_TEST_P(LanesSuite, EveryLaneIsDelivered) {
  this->mailbox().Subscribe(10, this->collector_);
  for (const char* lane : {"slow", "fast", "", "unheard"}) ASSERT_TRUE(this->SendTo(lane, lane));
  EXPECT_EQ(Sorted(this->collector_.WaitFor(4)), (Ids{"", "fast", "slow", "unheard"}));
  std::vector<std::string> lanes;
  for (std::size_t i = 0; i < 4; ++i) lanes.push_back(this->collector_.TakeOut(i).letter->lane);
  EXPECT_EQ(Sorted(lanes), (Ids{"fast", "fast", "fast", "slow"})) << "what is no lane goes in the first";
}

TYPED_TEST_P(LanesSuite, AnAcknowledgedDeliveryOfALaterLaneDoesNotComeBack) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->SendTo("slow", "a"));
  this->collector_.WaitFor(1);
  this->mailbox().Acknowledge(this->collector_.TakeOut(0));
  ASSERT_TRUE(this->SendTo("slow", "b"));
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
}

TYPED_TEST_P(LanesSuite, AHandedBackDeliveryComesAgainInItsLane) {
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->SendTo("slow", "a"));
  this->collector_.WaitFor(1);
  this->mailbox().HandBack(this->collector_.TakeOut(0), 0);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "a"}));
  EXPECT_EQ(this->collector_.TakeOut(1).letter->lane, "slow");
}

/// Of a transport with a ledger: what follows from a delivery goes in the lane that its letter names.
TYPED_TEST_P(LanesSuite, ATransitionSendsInLanes) {
  transport::Ledger* const ledger = this->transport_->ledger();
  if (ledger == nullptr) return;
  this->mailbox().Subscribe(1, this->collector_);
  ASSERT_TRUE(this->SendTo("slow", "a"));
  this->collector_.WaitFor(1);
  const transport::Loan loan{&this->mailbox(), this->collector_.TakeOut(0).tag};
  const auto plan = [](const state::State&) {
    transport::Transition transition;
    transition.sends.push_back({"shop-actor", {.id = "b", .body = "b", .lane = "slow"}});
    return transition;
  };
  ASSERT_EQ(ledger->CarryOut(loan, plan), transport::Outcome::kDone);
  EXPECT_EQ(this->collector_.WaitFor(2), (Ids{"a", "b"}));
  EXPECT_EQ(this->collector_.TakeOut(1).letter->lane, "slow");
}

REGISTER_TYPED_TEST_SUITE_P(LanesSuite, EveryLaneIsDelivered,
                            AnAcknowledgedDeliveryOfALaterLaneDoesNotComeBack,
                            AHandedBackDeliveryComesAgainInItsLane, ATransitionSendsInLanes);

}  // namespace mesh::test
