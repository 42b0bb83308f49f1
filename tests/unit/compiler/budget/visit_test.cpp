#include "compiler/budget/visit.h"

#include <gtest/gtest.h>

#include "tests/support/times.h"

namespace meshc::budget {
namespace {

using types::Backoff;

using mesh::test::kSecondNs;

types::Retry Retry(std::uint32_t attempts, Backoff backoff, std::int64_t seconds, std::int64_t longest = 0) {
  return {attempts, backoff, false, seconds * kSecondNs, longest * kSecondNs, {}};
}

std::int64_t Seconds(const types::Retry& retry) { return PausesOf(retry).value() / kSecondNs; }

TEST(Pauses, StandBetweenAttempts) {
  EXPECT_EQ(Seconds(Retry(1, Backoff::kConstant, 5)), 0);
  EXPECT_EQ(Seconds(Retry(4, Backoff::kConstant, 5)), 15);
  EXPECT_EQ(Seconds(Retry(4, Backoff::kConstant, 0)), 0);
}

TEST(Pauses, GrowLinearlyUpToTheLongest) {
  EXPECT_EQ(Seconds(Retry(5, Backoff::kLinear, 2)), 2 + 4 + 6 + 8);
  EXPECT_EQ(Seconds(Retry(6, Backoff::kLinear, 2)), 2 + 4 + 6 + 8 + 10);
  EXPECT_EQ(Seconds(Retry(6, Backoff::kLinear, 2, 5)), 2 + 4 + 5 + 5 + 5);
  EXPECT_EQ(Seconds(Retry(3, Backoff::kLinear, 2, 2)), 2 + 2);
}

TEST(Pauses, DoubleUpToTheLongest) {
  EXPECT_EQ(Seconds(Retry(5, Backoff::kExponential, 1)), 1 + 2 + 4 + 8);
  EXPECT_EQ(Seconds(Retry(5, Backoff::kExponential, 3, 10)), 3 + 6 + 10 + 10);
  EXPECT_EQ(Seconds(Retry(4, Backoff::kExponential, 1, 30)), 1 + 2 + 4);
}

TEST(Pauses, CountJitterInFull) {
  types::Retry retry = Retry(4, Backoff::kExponential, 1, 30);
  retry.jitter = true;
  EXPECT_EQ(Seconds(retry), 7);
}

TEST(Pauses, OfBillionsOfAttemptsAreFoundAtOnce) {
  const std::uint32_t most = 0xffffffffU;
  EXPECT_EQ(Seconds(Retry(most, Backoff::kExponential, 1, 2)), 1 + 2 * (std::int64_t{most} - 2));
  EXPECT_EQ(Seconds(Retry(most, Backoff::kLinear, 1, 2)), 1 + 2 * (std::int64_t{most} - 2));
  EXPECT_TRUE(PausesOf(Retry(most, Backoff::kExponential, 1)).is_saturated());
  EXPECT_TRUE(PausesOf(Retry(most, Backoff::kLinear, 1'000)).is_saturated());
}

TEST(Visits, TakeAllAttemptsAndThePausesBetweenThem) {
  types::Actor actor;
  actor.timeout_ns = 60 * kSecondNs;
  actor.retry = Retry(4, Backoff::kExponential, 1, 30);
  EXPECT_EQ(VisitOf(actor).Time(), Amount(247 * kSecondNs));
}

TEST(Visits, FollowTheCallBeforeTheActor) {
  types::Actor actor;
  actor.timeout_ns = 60 * kSecondNs;
  actor.retry = Retry(4, Backoff::kConstant, 1);
  sema::CallFacts call;
  call.timeout_ns = 2 * kSecondNs;
  EXPECT_EQ(VisitOf(actor, call).Time(), Amount(11 * kSecondNs));
  call.retry = Retry(1, Backoff::kConstant, 0);
  EXPECT_EQ(VisitOf(actor, call).Time(), Amount(2 * kSecondNs));
}

TEST(Prices, AreExactInBillionths) {
  types::Actor actor;
  actor.cost = 0.002;
  EXPECT_EQ(PriceOf(actor), Amount(2'000'000));
  actor.cost = 1e300;
  EXPECT_TRUE(PriceOf(actor).is_saturated());
}

}  // namespace
}  // namespace meshc::budget
