// Lanes by takes: nothing here waits for a clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/inproc/inproc.h"
#include "mesh/transport/lanes/lane_order.h"
#include "mesh/transport/lanes/laned.h"
#include "mesh/transport/lanes/laned_mailbox.h"
#include "tests/support/collector.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {
namespace {

using transport::LaneOrder;

/// The lanes of so many takes while something waits in all of them.
std::vector<std::size_t> TakesOf(const Lanes& lanes, std::size_t count) {
  LaneOrder order(lanes);
  std::vector<std::size_t> takes;
  for (std::size_t i = 0; i < count; ++i)
    takes.push_back(*order.Next(std::vector<bool>(lanes.names.size(), true)));
  return takes;
}

std::size_t LongestWait(const std::vector<std::size_t>& takes, std::size_t lane) {
  std::size_t longest = 0;
  std::size_t waited = 0;
  for (const std::size_t taken : takes) {
    waited = taken == lane ? 0 : waited + 1;
    longest = std::max(longest, waited + 1);
  }
  return longest;
}

/// Hears of an acknowledgement later, as mailboxes of a server do: `Settle`.
class LateMailbox final : public transport::Mailbox {
 public:
  explicit LateMailbox(std::vector<std::string> bodies) : bodies_(std::move(bodies)) {}

  void Settle() {
    lent_ -= std::exchange(settled_, 0);
    Give();
  }

  bool Send(transport::Message, std::int64_t) override { return false; }
  void Subscribe(std::uint32_t credit, transport::Consumer& consumer) override {
    credit_ = credit;
    consumer_ = &consumer;
    Give();
  }
  void Unsubscribe() override {}
  void Acknowledge(const transport::Delivery&) override { ++settled_; }
  void HandBack(transport::Delivery, std::int64_t) override {}
  std::size_t depth() const override { return bodies_.size() - next_; }

 private:
  void Give() {
    for (; next_ < bodies_.size() && lent_ < credit_; ++lent_, ++next_)
      consumer_->Take(
          {.letter = std::make_unique<transport::Letter>(transport::Letter{.body = bodies_[next_]}),
           .tag = next_});
  }
  std::vector<std::string> bodies_;
  std::size_t next_ = 0;
  std::uint32_t credit_ = 0;
  std::uint32_t lent_ = 0;
  std::uint32_t settled_ = 0;
  transport::Consumer* consumer_ = nullptr;
};

TEST(LanedMailbox, TakesTheNextOfTheFirstLaneBeforeItsLoanIsSettled) {
  LateMailbox fast({"f1", "f2", "f3"});
  LateMailbox slow({"s1", "s2"});
  const Lanes lanes{.names = {"fast", "slow"}};
  transport::LanedMailbox laned(lanes, {&fast, &slow});
  Collector collector;
  laned.Subscribe(1, collector);
  for (std::size_t taken = 0; taken < 4; ++taken) {
    laned.Acknowledge(collector.TakeOut(taken));
    fast.Settle();
    slow.Settle();
  }
  EXPECT_EQ(collector.WaitFor(5), (std::vector<std::string>{"f1", "f2", "f3", "s1", "s2"}));
}

/// A loan that nobody can extend ends for all of its mailbox.
TEST(LanedMailbox, HandsBackWhatHasWaitedForItsTurnForTooLong) {
  ManualClock clock;
  const auto fast = transport::MakeInproc(clock);
  const auto slow = transport::MakeInproc(clock);
  const Lanes lanes{.names = {"fast", "slow"}};
  Collector collector;
  transport::LanedMailbox laned(lanes, {&fast->Open("a"), &slow->Open("a")},
                                {.clock = &clock, .longest_ns = 100});
  const auto send = [&laned](const std::string& lane, const std::string& body) {
    return laned.Send(std::make_unique<transport::Letter>(transport::Letter{.body = body, .lane = lane}), 0);
  };
  laned.Subscribe(1, collector);
  ASSERT_TRUE(send("fast", "f") && send("slow", "s"));
  clock.Advance(99);
  EXPECT_EQ(slow->Open("a").contents().lent, 1U);
  ASSERT_TRUE(send("slow", "late"));
  clock.Advance(1);
  clock.Advance(99);
  laned.Acknowledge(collector.TakeOut(0));
  collector.WaitFor(2);
  EXPECT_EQ(collector.TakeOut(1).redeliveries, 1U) << "it was handed back, and came again";
}

TEST(LaneOrder, TakesNothingWhereNothingWaits) {
  LaneOrder order({.names = {"a", "b"}});
  EXPECT_EQ(order.Next({false, false}), std::nullopt);
}

TEST(LaneOrder, TakesEarlierLanesFirstWhereItIsStrict) {
  LaneOrder order({.names = {"a", "b", "c"}});
  EXPECT_EQ(order.Next({true, true, true}), 0U);
  EXPECT_EQ(order.Next({false, true, true}), 1U);
  EXPECT_EQ(order.Next({false, false, true}), 2U);
}

TEST(LaneOrder, TakesByWeightAndSpreadsThem) {
  const auto takes = TakesOf({.names = {"a", "b"}, .weights = {3, 1}}, 8);
  EXPECT_EQ(takes, (std::vector<std::size_t>{0, 0, 1, 0, 0, 0, 1, 0}));
}

TEST(LaneOrder, GivesAnEmptyLaneNothingToSaveUp) {
  LaneOrder order({.names = {"a", "b"}, .weights = {1, 1}});
  for (int i = 0; i < 50; ++i) EXPECT_EQ(order.Next({true, false}), 0U);
  std::size_t of_second = 0;
  for (int i = 0; i < 10; ++i) of_second += *order.Next({true, true});
  EXPECT_EQ(of_second, 5U);
}

TEST(LaneOrder, LetsNoLaneWaitForMoreThanAHundredTakes) {
  for (const Lanes& lanes : {Lanes{.names = {"a", "b"}}, Lanes{.names = {"a", "b", "c", "d"}},
                             Lanes{.names = {"a", "b", "c"}, .weights = {100'000, 1, 1}}}) {
    const auto takes = TakesOf(lanes, 2'000);
    for (std::size_t lane = 0; lane < lanes.names.size(); ++lane)
      EXPECT_LE(LongestWait(takes, lane), LaneOrder::kMostTakes) << lane;
  }
}

TEST(LaneMailbox, OfTheFirstLaneIsTheActors) {
  const Lanes lanes{.names = {"realtime", "batch"}};
  EXPECT_EQ(transport::LaneMailbox("judge", lanes, 0), "judge");
  EXPECT_EQ(transport::LaneMailbox("judge", lanes, 1), "judge@batch");
}

class LanesOfOneProcess : public testing::Test {
 protected:
  void Send(const std::string& lane, const std::string& body) {
    ASSERT_TRUE(mailbox().Send(
        std::make_unique<transport::Letter>(transport::Letter{.body = body, .lane = lane}), 0));
  }
  transport::Mailbox& mailbox() { return laned_->Open("judge"); }

  ManualClock clock_;
  Collector collector_;
  std::unique_ptr<transport::Transport> laned_ =
      transport::MakeLaned(transport::MakeInproc(clock_), {.names = {"realtime", "batch"}}, clock_);
};

TEST_F(LanesOfOneProcess, WhatIsUrgentGoesBeforeWhatWaits) {
  for (const char* body : {"b1", "b2", "b3"}) Send("batch", body);
  mailbox().Subscribe(1, collector_);
  Send("realtime", "r1");
  Send("realtime", "r2");
  for (std::size_t i = 0; i < 4; ++i) mailbox().Acknowledge(collector_.TakeOut(i));
  EXPECT_EQ(collector_.WaitFor(5), (std::vector<std::string>{"b1", "r1", "r2", "b2", "b3"}));
}

TEST_F(LanesOfOneProcess, WhatWaitsIsTheSumOfAllLanes) {
  for (const char* body : {"b1", "b2"}) Send("batch", body);
  Send("realtime", "r1");
  EXPECT_EQ(mailbox().depth(), 3U);
  EXPECT_EQ(mailbox().contents().waiting, 3U);
}

TEST_F(LanesOfOneProcess, WhatWasTakenAheadGoesBack) {
  Send("batch", "b1");
  Send("batch", "b2");
  Send("realtime", "r1");
  mailbox().Subscribe(1, collector_);
  mailbox().Unsubscribe();
  EXPECT_EQ(mailbox().depth(), 2U);
  EXPECT_EQ(mailbox().contents().lent, 1U);
}

TEST_F(LanesOfOneProcess, NobodyIsGivenWhatWasTakenAheadOfAClose) {
  Send("batch", "b1");
  Send("batch", "b2");
  mailbox().Subscribe(1, collector_);
  ASSERT_EQ(collector_.size(), 1U);
  laned_->Close();
  mailbox().Acknowledge(collector_.TakeOut(0));
  EXPECT_EQ(collector_.size(), 1U);
  EXPECT_EQ(mailbox().depth(), 1U);
}

/// Time goes on while it ends, and what was taken ahead has waited for too long then.
class EndsLate final : public transport::Transport {
 public:
  explicit EndsLate(ManualClock& clock) : clock_(clock) {}
  ~EndsLate() override {
    EXPECT_EQ(inner_->Open("judge@batch").contents().lent, 0U) << "nothing is given back from here on";
    clock_.Advance(100);
  }
  transport::Mailbox& Open(std::string_view name) override { return inner_->Open(name); }
  void Close() override { inner_->Close(); }
  bool shared() const override { return true; }
  std::optional<transport::LoanLimit> loan_limit() const override { return transport::LoanLimit{0, 100}; }

 private:
  ManualClock& clock_;
  const std::unique_ptr<transport::Transport> inner_ = transport::MakeInproc(clock_);
};

TEST(Laned, HasGivenBackWhatItTookAheadBeforeItEnds) {
  ManualClock clock;
  Collector collector;
  auto laned =
      transport::MakeLaned(std::make_unique<EndsLate>(clock), {.names = {"realtime", "batch"}}, clock);
  transport::Mailbox& mailbox = laned->Open("judge");
  mailbox.Subscribe(1, collector);
  for (const char* lane : {"realtime", "batch"}) {
    ASSERT_TRUE(
        mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = lane, .lane = lane}), 0));
  }
  laned.reset();
  EXPECT_EQ(collector.size(), 1U);
}

TEST_F(LanesOfOneProcess, MailboxesOfTheMeshHaveNone) {
  transport::Mailbox& sink = laned_->Open("@sink");
  ASSERT_TRUE(
      sink.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "a", .lane = "batch"}), 0));
  EXPECT_EQ(sink.depth(), 1U);
}

}  // namespace
}  // namespace mesh::test
