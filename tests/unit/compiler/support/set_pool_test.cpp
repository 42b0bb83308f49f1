#include "compiler/support/set_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

namespace meshc {
namespace {

using Numbers = std::set<std::uint32_t>;

Numbers NumbersOf(const SetPool& pool, SetId set) {
  const auto members = pool.Members(set);
  return {members.begin(), members.end()};
}

SetId Make(SetPool& pool, const Numbers& numbers) {
  SetId set;
  for (const std::uint32_t number : numbers) set = pool.Add(set, number);
  return set;
}

TEST(SetPool, EqualSetsAreOneHoweverTheyWereMade) {
  for (const std::uint32_t capacity : {1U, 64U, 65U, 5000U}) {
    SetPool pool(capacity);
    const std::uint32_t last = capacity - 1;
    EXPECT_EQ(pool.Add(pool.Add({}, 0), last), pool.Add(pool.Add({}, last), 0));
    EXPECT_EQ(pool.Remove(pool.Add({}, last), last), SetId{});
    EXPECT_EQ(pool.Unite(pool.First(last), pool.Add({}, last)), pool.First(capacity));
  }
}

TEST(SetPool, DoesWhatSetsOfTheStandardLibraryDo) {
  std::mt19937 random(3);
  for (const std::uint32_t capacity : {1U, 40U, 64U, 100U, 1000U}) {
    SetPool pool(capacity);
    for (int round = 0; round < 200; ++round) {
      Numbers a, b, united, both, rest;
      for (int i = 0; i < 30; ++i) {
        a.insert(static_cast<std::uint32_t>(random()) % capacity);
        b.insert(static_cast<std::uint32_t>(random()) % capacity);
      }
      std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::inserter(united, united.end()));
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
      std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
      const SetId x = Make(pool, a);
      const SetId y = Make(pool, b);
      EXPECT_EQ(NumbersOf(pool, pool.Unite(x, y)), united);
      EXPECT_EQ(NumbersOf(pool, pool.Intersect(x, y)), both);
      EXPECT_EQ(NumbersOf(pool, pool.Subtract(x, y)), rest);
      EXPECT_EQ(pool.Least(x), *a.begin());
      for (const std::uint32_t number : united) EXPECT_EQ(pool.Contains(x, number), a.count(number) == 1);
    }
  }
}

TEST(SetPool, AllNumbersBelowACount) {
  SetPool pool(300);
  for (const std::uint32_t count : {0U, 1U, 63U, 64U, 65U, 128U, 299U, 300U}) {
    EXPECT_EQ(pool.Members(pool.First(count)).size(), count);
    EXPECT_FALSE(count < 300 && pool.Contains(pool.First(count), count));
  }
}

// A path of parts is new with each member; were sets whole, 60,000 of them would take 450 MB.
TEST(SetPool, SetsThatGrowByOneMemberShareTheRest) {
  constexpr std::uint32_t kCount = 60'000;
  SetPool pool(kCount);
  SetId set;
  for (std::uint32_t i = 0; i < kCount; ++i) set = pool.Add(set, i);
  EXPECT_EQ(set, pool.First(kCount));
  EXPECT_LT(pool.part_count(), std::size_t{kCount} * 12);
}

}  // namespace
}  // namespace meshc
