// Slots that threads take and return at once: none is ever with two of them.
#include "mesh/host/free_slots.h"

#include <array>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mesh::host {
namespace {

TEST(FreeSlots, EachIsTakenOnce) {
  FreeSlots slots(3);
  std::set<std::uint32_t> taken;
  for (int i = 0; i < 3; ++i) taken.insert(slots.Take());
  EXPECT_EQ(taken, (std::set<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(slots.Take(), FreeSlots::kNone);
  EXPECT_EQ(slots.CountTaken(), 3U);
  slots.Return(1);
  EXPECT_EQ(slots.CountTaken(), 2U);
  EXPECT_EQ(slots.Take(), 1U);
}

TEST(FreeSlots, NoneMeansNone) {
  FreeSlots slots(0);
  EXPECT_EQ(slots.Take(), FreeSlots::kNone);
  EXPECT_EQ(slots.CountTaken(), 0U);
}

TEST(FreeSlots, ThreadsNeverShareOne) {
  constexpr std::size_t kSlots = 3;
  constexpr int kRounds = 20'000;
  FreeSlots slots(kSlots);
  std::array<std::atomic<int>, kSlots> holders = {};
  std::atomic<int> shared = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const std::uint32_t number = slots.Take();
        if (number == FreeSlots::kNone) continue;
        if (holders[number].fetch_add(1) != 0) ++shared;
        holders[number].fetch_sub(1);
        slots.Return(number);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared, 0);
  EXPECT_EQ(slots.CountTaken(), 0U);
}

}  // namespace
}  // namespace mesh::host
