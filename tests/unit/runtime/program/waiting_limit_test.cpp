#include "mesh/program/waiting_limit.h"

#include <gtest/gtest.h>

#include "tests/support/manual_clock.h"
#include "tests/support/times.h"

namespace mesh::test {
namespace {

TEST(WaitingLimit, IsReadOnceASecond) {
  ManualClock clock;
  clock.Advance(kSecondNs);
  const auto events = std::make_shared<program::Events>();
  std::uint64_t waiting = 5;
  int reads = 0;
  program::WaitingLimit limit(
      clock, 4,
      [&] {
        ++reads;
        return waiting;
      },
      events);
  EXPECT_TRUE(limit.IsExceeded());
  waiting = 4;
  EXPECT_TRUE(limit.IsExceeded()) << "it is not looked again at once";
  EXPECT_EQ(reads, 1);
  const std::uint64_t seen = events->count();
  clock.Advance(kSecondNs);
  EXPECT_GT(events->count(), seen) << "whoever waits asks again";
  EXPECT_FALSE(limit.IsExceeded());
}

TEST(WaitingLimit, IsNoneUnlessOneIsNamed) {
  ManualClock clock;
  program::WaitingLimit limit(
      clock, 0, [] { return std::uint64_t{1'000'000}; }, std::make_shared<program::Events>());
  EXPECT_FALSE(limit.IsExceeded());
}

}  // namespace
}  // namespace mesh::test
