#include "compiler/budget/amount.h"

#include <gtest/gtest.h>

#include "compiler/budget/words.h"
#include "tests/support/times.h"

namespace meshc::budget {
namespace {

using mesh::test::kSecondNs;

TEST(Amount, StopsAtTheLargestValue) {
  const Amount large(Amount::kLargest - 1);
  EXPECT_FALSE(large.is_saturated());
  EXPECT_TRUE((large + Amount(2)).is_saturated());
  EXPECT_TRUE((large * Amount(2)).is_saturated());
  EXPECT_TRUE((large * large + large).is_saturated());
  EXPECT_TRUE((large * large).is_bounded());
}

TEST(Amount, WithoutABoundIsLargerThanAllOthers) {
  const Amount saturated(std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(saturated.is_saturated());
  EXPECT_LT(saturated, Amount::Unbounded());
  EXPECT_FALSE((Amount::Unbounded() + saturated).is_bounded());
  EXPECT_FALSE((Amount::Unbounded() * Amount(1)).is_bounded());
}

TEST(Amount, OfNothingStaysNothing) { EXPECT_EQ(Amount() * Amount::Unbounded(), Amount()); }

TEST(Words, NameTimesByTheirUnits) {
  EXPECT_EQ(TimeText(Amount()), "no time");
  EXPECT_EQ(TimeText(Amount(247 * kSecondNs)), "4m 7s");
  EXPECT_EQ(TimeText(Amount(86'400 * kSecondNs + 1'500'000'000)), "1d 1s 500ms");
  EXPECT_EQ(TimeText(Amount(1'001)), "1us 1ns");
  EXPECT_EQ(TimeText(Amount(Amount::kLargest)), "more than 106751d");
  EXPECT_EQ(TimeText(Amount::Unbounded()), "any time");
}

TEST(Words, WriteMoneyWithoutNeedlessDigits) {
  EXPECT_EQ(MoneyText(Amount()), "0");
  EXPECT_EQ(MoneyText(Amount(6'000'000)), "0.006");
  EXPECT_EQ(MoneyText(Amount(1'200'000'000'000)), "1200");
  EXPECT_EQ(MoneyText(Amount::Unbounded()), "unbounded");
  EXPECT_EQ(MoneyText(Amount(Amount::kLargest)), "more than 9223372036.854775806");
}

}  // namespace
}  // namespace meshc::budget
