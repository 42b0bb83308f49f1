// Credit at the entrance by itself.
#include "mesh/host/admission.h"

#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/manual_clock.h"

namespace mesh::host {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

TEST(Admission, AForkTakesWhatRoomThereIs) {
  Admission admission(4);
  ASSERT_TRUE(admission.Enter());
  EXPECT_EQ(admission.TakeUpTo(2), 2U);
  EXPECT_EQ(admission.TakeUpTo(2), 1U);
  EXPECT_EQ(admission.TakeUpTo(2), 0U);
  EXPECT_EQ(admission.inside(), 4U);
}

TEST(Admission, ADecidedForkReturnsItsCreditAndTheNextOneIsAsWide) {
  Admission admission(4);
  ASSERT_TRUE(admission.Enter());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(admission.TakeUpTo(3), 3U);
    admission.EndFork(3, 0);
    EXPECT_EQ(admission.inside(), 1U);
  }
}

TEST(Admission, LosersKeepTheirCreditUntilTheyEnd) {
  Admission admission(4);
  ASSERT_TRUE(admission.Enter());
  EXPECT_EQ(admission.TakeUpTo(3), 3U);
  admission.EndFork(3, 2);
  EXPECT_EQ(admission.inside(), 3U);
  admission.LeaveLate();
  admission.LeaveLate();
  EXPECT_EQ(admission.inside(), 1U);
}

TEST(Admission, NobodyWaitsForLosers) {
  test::ManualClock clock;
  Admission admission(4);
  ASSERT_TRUE(admission.Enter());
  EXPECT_EQ(admission.TakeUpTo(3), 3U);
  admission.EndFork(3, 2);
  admission.Leave();
  EXPECT_TRUE(admission.WaitUntilEmpty(clock, kNever));
}

TEST(Admission, ACopyEntersWithoutRoomAndKeepsOthersOut) {
  Admission admission(1);
  ASSERT_TRUE(admission.Enter());
  admission.Add();
  EXPECT_EQ(admission.inside(), 2U);
  admission.Leave();
  bool entered = false;
  std::thread waiting([&] { entered = admission.Enter(); });
  EXPECT_EQ(admission.inside(), 1U);
  admission.Leave();
  waiting.join();
  EXPECT_TRUE(entered);
}

TEST(Admission, WhoIsParkedLeavesRoomAndIsWaitedFor) {
  test::ManualClock clock;
  Admission admission(1);
  ASSERT_TRUE(admission.Enter());
  admission.Park();
  ASSERT_TRUE(admission.Enter()) << "there is room";
  admission.Wake();
  EXPECT_EQ(admission.inside(), 2U) << "whoever wakes does not wait for room";
  admission.Leave();
  admission.Park();
  std::thread advance([&clock] {
    clock.WaitForPlanned(1);
    clock.Advance(100);
  });
  EXPECT_FALSE(admission.WaitUntilEmpty(clock, 100));
  advance.join();
  admission.Wake();
  admission.Leave();
  EXPECT_TRUE(admission.WaitUntilEmpty(clock, kNever));
}

TEST(Admission, WaitingLeavesNoTimerAndMayBeRepeated) {
  test::ManualClock clock;
  Admission admission(1);
  EXPECT_TRUE(admission.WaitUntilEmpty(clock, 100));
  EXPECT_EQ(clock.size(), 0U);
  ASSERT_TRUE(admission.Enter());
  for (int i = 1; i <= 2; ++i) {
    std::thread advance([&clock, i] {
      clock.WaitForPlanned(static_cast<std::uint64_t>(1 + i));
      clock.Advance(100);
    });
    EXPECT_FALSE(admission.WaitUntilEmpty(clock, clock.now_ns() + 100));
    advance.join();
  }
}

TEST(Admission, WhoWaitsIsTurnedAwayWhenItCloses) {
  Admission admission(0);
  bool entered = true;
  std::thread waiting([&] { entered = admission.Enter(); });
  admission.Close();
  waiting.join();
  EXPECT_FALSE(entered);
}

}  // namespace
}  // namespace mesh::host
