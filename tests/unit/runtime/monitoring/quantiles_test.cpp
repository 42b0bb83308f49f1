#include "mesh/monitoring/quantiles.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>

namespace mesh::test {
namespace {

using monitoring::Quantiles;

TEST(Quantiles, OfNothingAreZero) {
  EXPECT_TRUE(Quantiles().empty());
  EXPECT_EQ(Quantiles().At(0.99), 0);
}

TEST(Quantiles, AreAtMostASixteenthTooLong) {
  for (const std::int64_t time : {0L, 1L, 15L, 16L, 17L, 1'000L, 1'234'567L, 86'400'000'000'000L}) {
    Quantiles quantiles;
    quantiles.Add(time);
    EXPECT_GE(quantiles.At(1), time);
    EXPECT_LE(quantiles.At(1), time + time / 16) << time;
  }
}

TEST(Quantiles, LeaveTheLongestShareOut) {
  Quantiles quantiles;
  for (int i = 0; i < 99; ++i) quantiles.Add(10);
  quantiles.Add(1'000'000);
  EXPECT_EQ(quantiles.At(0.99), 10);
  EXPECT_GE(quantiles.At(0.995), 1'000'000) << "99 of 100 are less than that share";
  EXPECT_GE(quantiles.At(1), 1'000'000);
}

TEST(Quantiles, TakeTimesBelowZeroAndVeryLongOnes) {
  Quantiles quantiles;
  quantiles.Add(-5);
  EXPECT_EQ(quantiles.At(1), 0);
  quantiles.Add(std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(quantiles.At(1), std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace mesh::test
