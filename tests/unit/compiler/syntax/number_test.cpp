#include "compiler/syntax/parse/number.h"

#include <gtest/gtest.h>

#include <limits>

namespace meshc::syntax {
namespace {

TEST(ReadNumber, ReadsTheWholeRangeOfInt) {
  EXPECT_EQ(ReadNumber("9223372036854775807", false).integer, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ReadNumber("9223372036854775808", true).integer, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(ReadNumber("9223372036854775808", false).kind, NumberKind::kTooLarge);
}

TEST(ReadNumber, TurnsFractionsOfUnitsIntoSmallerUnits) {
  const Number half_hour = ReadNumber("0.5h", false);
  EXPECT_EQ(half_hour.integer, 30);
  EXPECT_EQ(half_hour.unit, Unit::kMinutes);
  const Number negative = ReadNumber("1.5s", true);
  EXPECT_EQ(negative.integer, -1500);
  EXPECT_EQ(negative.unit, Unit::kMilliseconds);
  EXPECT_EQ(ReadNumber("0.3ms", false).kind, NumberKind::kMalformed);
  EXPECT_EQ(ReadNumber("1.00000000000000000001s", false).kind, NumberKind::kMalformed);
}

TEST(ReadNumber, TellsTinyFromHuge) {
  EXPECT_EQ(ReadNumber("1e-999", false).kind, NumberKind::kFloat);
  EXPECT_EQ(ReadNumber("0.0e999", false).kind, NumberKind::kFloat);
  EXPECT_EQ(ReadNumber("1e999", false).kind, NumberKind::kTooLarge);
}

}  // namespace
}  // namespace meshc::syntax
