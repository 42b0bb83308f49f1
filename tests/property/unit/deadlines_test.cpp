#include "tests/property/reference/deadlines.h"

#include <gtest/gtest.h>

namespace meshc::property {
namespace {

TEST(Deadlines, TheEarlierOneHoldsAndTheCallersReturns) {
  Deadlines deadlines;
  deadlines.Enter(100, 0);
  deadlines.Enter(20, 50);
  EXPECT_EQ(deadlines.current(), 70);
  deadlines.Enter(60, 60);
  EXPECT_EQ(deadlines.current(), 70);
  deadlines.Leave();
  deadlines.Leave();
  EXPECT_EQ(deadlines.current(), 100);
}

TEST(Deadlines, LiftingFreesOfWhatHasComeAndOfNothingElse) {
  Deadlines deadlines;
  deadlines.Enter(100, 0);
  deadlines.Enter(20, 0);
  deadlines.Lift(20);
  EXPECT_FALSE(deadlines.current().has_value());
  deadlines.Leave();
  EXPECT_EQ(deadlines.current(), 100);
}

TEST(Deadlines, ACallWithoutASlaSharesItsCallersDeadline) {
  Deadlines deadlines;
  deadlines.Enter(100, 0);
  deadlines.Enter(0, 0);
  deadlines.Lift(30);
  deadlines.Leave();
  EXPECT_FALSE(deadlines.current().has_value());
}

TEST(Deadlines, ParkedTimeMovesThemAll) {
  Deadlines deadlines;
  deadlines.Enter(100, 0);
  deadlines.Enter(20, 0);
  deadlines.Move(7);
  EXPECT_EQ(deadlines.current(), 27);
  deadlines.Leave();
  EXPECT_EQ(deadlines.current(), 107);
}

}  // namespace
}  // namespace meshc::property
