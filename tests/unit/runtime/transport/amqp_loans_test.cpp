// What a broker is told of loans that were returned, in any order.
#include "mesh/transport/amqp/amqp_loans.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mesh::transport {
namespace {

using Acknowledgements = std::vector<AmqpLoans::Acknowledgement>;

AmqpLoans Lent(std::uint64_t last) {
  AmqpLoans loans;
  for (std::uint64_t tag = 1; tag <= last; ++tag) loans.Lend(tag);
  return loans;
}

TEST(AmqpLoans, AllUpToOneAreReturnedAtATime) {
  AmqpLoans loans = Lent(4);
  for (const std::uint64_t tag : {3, 1, 2}) loans.Return(tag);
  EXPECT_EQ(loans.Take(), (Acknowledgements{{3, true}}));
  EXPECT_EQ(loans.Take(), Acknowledgements());
}

TEST(AmqpLoans, OneThatIsHeldKeepsThoseBehindItApart) {
  AmqpLoans loans = Lent(4);
  for (const std::uint64_t tag : {1, 3, 4}) loans.Return(tag);
  EXPECT_EQ(loans.returned(), 3U);
  EXPECT_EQ(loans.Take(), (Acknowledgements{{1, false}, {3, false}, {4, false}}));
  loans.Lend(5);
  loans.Return(2);
  loans.Return(5);
  EXPECT_EQ(loans.Take(), (Acknowledgements{{5, true}}));
}

TEST(AmqpLoans, NothingIsReturnedTwice) {
  AmqpLoans loans = Lent(2);
  loans.Return(1);
  loans.Return(1);
  EXPECT_EQ(loans.Take(), (Acknowledgements{{1, false}}));
  EXPECT_FALSE(loans.Return(1));
  EXPECT_FALSE(loans.Return(7));
  EXPECT_EQ(loans.returned(), 0U);
  EXPECT_EQ(loans.Take(), Acknowledgements());
}

TEST(AmqpLoans, WhatAnOtherOpeningHasLentIsForgotten) {
  AmqpLoans loans = Lent(2);
  loans.Return(2);
  loans.Clear();
  loans.Lend(1);
  loans.Return(2);
  EXPECT_EQ(loans.Take(), Acknowledgements());
  loans.Return(1);
  EXPECT_EQ(loans.Take(), (Acknowledgements{{1, false}}));
}

/// A broker that takes what it is told by its rules ends with the loans that were not returned, whatever the
/// order.
TEST(AmqpLoans, TheBrokerKnowsOfAllThatWasReturnedAndOfNothingElse) {
  std::mt19937 random(7);
  AmqpLoans loans;
  std::set<std::uint64_t> held, at_broker;
  std::uint64_t last = 0;
  for (int round = 0; round < 2'000; ++round) {
    for (auto lent = random() % 8; lent > 0; --lent) {
      loans.Lend(++last);
      held.insert(last);
      at_broker.insert(last);
    }
    for (auto returned = random() % 8; returned > 0 && !held.empty(); --returned) {
      const auto at = std::next(held.begin(), static_cast<std::ptrdiff_t>(random() % held.size()));
      loans.Return(*at);
      held.erase(at);
    }
    for (const auto& told : loans.Take()) {
      ASSERT_TRUE(at_broker.contains(told.tag)) << told.tag;
      at_broker.erase(told.multiple ? at_broker.begin() : at_broker.find(told.tag),
                      at_broker.upper_bound(told.tag));
    }
    ASSERT_EQ(at_broker, held);
  }
}

}  // namespace
}  // namespace mesh::transport
