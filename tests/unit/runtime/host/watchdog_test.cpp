// Calls that outlive their limit are found, each at its time, with one timer for all.
#include "mesh/host/watchdog.h"

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/manual_clock.h"

namespace mesh::host {
namespace {

class WatchdogTest : public testing::Test {
 protected:
  static constexpr std::size_t kSlots = 3;

  WatchdogTest() : slots_(kSlots), watchdog_(std::in_place, clock_, Watch()) {}

  void Begin(std::size_t slot, std::int64_t due_ns) {
    transport::Delivery delivery;
    delivery.envelope = std::make_unique<Envelope>(test::NewEnvelope(std::to_string(slot), {}));
    slots_[slot].Begin(std::move(delivery), {.due_ns = due_ns});
    watchdog_->Began(due_ns);
  }

  std::vector<Watched> Watch() {
    std::vector<Watched> watched;
    for (Slot& slot : slots_) {
      watched.push_back({&slot, [this](Overrun overrun) {
                           disowned_.push_back(overrun.delivery.envelope->id + "@" +
                                               std::to_string(clock_.now_ns()));
                         }});
    }
    return watched;
  }

  test::ManualClock clock_;
  std::deque<Slot> slots_;
  std::vector<std::string> disowned_;
  std::optional<Watchdog> watchdog_;
};

TEST_F(WatchdogTest, CallsOfDifferentLimitsAreEachDisowned) {
  Begin(0, 100);
  Begin(1, 200);
  clock_.Advance(1'000);
  EXPECT_EQ(disowned_, (std::vector<std::string>{"0@100", "1@200"})) << "though nothing began in between";
}

TEST_F(WatchdogTest, ACallThatIsDueEarlierIsFoundInTime) {
  Begin(0, 200);
  Begin(1, 100);
  clock_.Advance(1'000);
  EXPECT_EQ(disowned_, (std::vector<std::string>{"1@100", "0@200"}));
}

TEST_F(WatchdogTest, ACallThatReturnsIsLeftAlone) {
  Begin(0, 100);
  EXPECT_TRUE(slots_[0].Finish());
  clock_.Advance(1'000);
  EXPECT_TRUE(disowned_.empty());
  EXPECT_EQ(clock_.size(), 0U) << "nothing is due any more";
}

TEST_F(WatchdogTest, HoweverManyCallsBeginOneLookIsPlanned) {
  for (int i = 0; i < 1'000; ++i) {
    Begin(0, 1'000'000 - i);
    Begin(1, 2'000'000 + i);
    slots_[0].Finish();
    slots_[1].Finish();
    ASSERT_EQ(clock_.size(), 1U);
    clock_.Advance(100);
  }
}

TEST_F(WatchdogTest, ItLeavesNoTimerBehind) {
  Begin(0, 100);
  watchdog_.reset();
  EXPECT_EQ(clock_.size(), 0U);
}

}  // namespace
}  // namespace mesh::host
