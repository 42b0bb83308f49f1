// What every transport promises where actors have lanes.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>

#include "mesh/transport/lanes/laned.h"
#include "tests/conformance/transport/transport_suite.h"

namespace mesh::test {

/// The transport of `Maker`, with lanes.
template <typename Maker>
struct WithLanes {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return transport::MakeLaned(Maker::Make(clock), {.names = {"fast", "slow"}}, clock);
  }
  /// Ends all loans, as a lost connection does. Only for transports whose loans may end so.
  static void LoseLoans() requires requires { Maker::LoseLoans(); }
  { Maker::LoseLoans(); }
};

/// `Maker` makes a transport with the lanes `fast` and `slow`, strict.
template <typename Maker>
class LanesSuite : public TransportSuite<Maker> {
 protected:
  bool SendTo(const std::string& lane, const std::string& id) {
    return this->mailbox().Send(
        std::make_unique<transport::Letter>(transport::Letter{.id = id, .body = id, .lane = lane}), 0);
  }
  /// A call that has begun before its loan was lost ends like any other.
  void EndLost(transport::Delivery delivery, std::size_t round) {
    const auto nothing = [](const state::State&) { return transport::Transition(); };
    transport::Ledger* const ledger = this->transport_->ledger();
    if (round % 3 == 0 && ledger != nullptr)
      return (void)ledger->CarryOut(transport::Loan{&this->mailbox(), delivery.tag}, nothing);
    round % 3 == 1 ? this->mailbox().Acknowledge(delivery) : this->mailbox().HandBack(std::move(delivery), 0);
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

/// Each lost loan makes room again when its call ends, however that ends it.
TYPED_TEST_P(LanesSuite, LostLoansTakeNoRoom) {
  if constexpr (requires { TypeParam::LoseLoans(); }) {
    constexpr std::size_t kCredit = 2;
    constexpr std::size_t kRounds = 3;
    this->mailbox().Subscribe(kCredit, this->collector_);
    for (int i = 0; i < 8; ++i) ASSERT_TRUE(this->SendTo(i % 2 == 0 ? "fast" : "slow", std::to_string(i)));
    std::size_t taken = 0;
    for (std::size_t round = 0; round < kRounds; ++round) {
      this->collector_.WaitFor(taken + kCredit);
      std::vector<transport::Delivery> running;
      for (; running.size() < kCredit; ++taken) running.push_back(this->collector_.TakeOut(taken));
      TypeParam::LoseLoans();
      for (transport::Delivery& delivery : running) {
        while (this->mailbox().Lends(delivery)) poll(nullptr, 0, 10);
        this->EndLost(std::move(delivery), round);
      }
    }
    this->collector_.WaitFor(taken + kCredit);
    EXPECT_EQ(this->collector_.size(), taken + kCredit) << "no more than the credit, either";
  }
}

REGISTER_TYPED_TEST_SUITE_P(LanesSuite, EveryLaneIsDelivered,
                            AnAcknowledgedDeliveryOfALaterLaneDoesNotComeBack,
                            AHandedBackDeliveryComesAgainInItsLane, ATransitionSendsInLanes,
                            LostLoansTakeNoRoom);

}  // namespace mesh::test
