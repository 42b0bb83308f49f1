#include "mesh/envelope/stops.h"

#include <random>

#include <gtest/gtest.h>

namespace mesh {
namespace {

std::vector<Stop> Done(const std::vector<std::string>& names) {
  std::vector<Stop> prev;
  for (const std::string& name : names) AppendStop(prev, name);
  return prev;
}

std::vector<std::string> Rounds(const std::vector<std::string>& round, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.insert(names.end(), round.begin(), round.end());
  return names;
}

TEST(Stops, ShortRoutesAreKeptOneByOne) {
  const auto names = Rounds({"a"}, static_cast<int>(kUnfoldedStops));
  EXPECT_EQ(Done(names).size(), kUnfoldedStops);
  EXPECT_EQ(ExpandStops(Done(names)), names);
}

TEST(Stops, LongLoopsAreFolded) {
  const auto names = Rounds({"generate", "judge", "improve"}, 1000);
  const std::vector<Stop> prev = Done(names);
  EXPECT_LE(prev.size(), kUnfoldedStops + 3);
  EXPECT_EQ(ExpandStops(prev), names);
}

TEST(Stops, NestedLoopsAreFoldedToo) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) {
    names.push_back("outer");
    const auto inner = Rounds({"x", "y"}, 10);
    names.insert(names.end(), inner.begin(), inner.end());
  }
  const std::vector<Stop> prev = Done(names);
  EXPECT_LE(prev.size(), kUnfoldedStops + 10);
  EXPECT_EQ(ExpandStops(prev), names);
}

TEST(Stops, TheLastOneIsKnownInsideALoopToo) {
  std::vector<Stop> prev;
  EXPECT_EQ(LastStop(prev), "");
  for (std::size_t i = 0; i < kUnfoldedStops; ++i) {
    AppendStop(prev, "a");
    EXPECT_EQ(LastStop(prev), "a");
    AppendStop(prev, "b");
    EXPECT_EQ(LastStop(prev), "b");
  }
  EXPECT_LE(prev.size(), kUnfoldedStops);
}

TEST(Stops, NothingIsEverDropped) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same routes in every run
  for (int run = 0; run < 200; ++run) {
    std::vector<std::string> names;
    for (int i = 0; i < 200; ++i) names.emplace_back(1, static_cast<char>('a' + random() % 3));
    EXPECT_EQ(ExpandStops(Done(names)), names);
  }
}

}  // namespace
}  // namespace mesh
