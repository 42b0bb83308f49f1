#include "mesh/transport/steady_clock.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/transport/timeline.h"

namespace mesh::transport {
namespace {

TEST(Timeline, GivesActionsByTimeAndThenByTheOrderOfAdding) {
  Timeline timeline;
  std::vector<int> ran;
  timeline.Add(20, [&ran] { ran.push_back(3); });
  timeline.Add(10, [&ran] { ran.push_back(1); });
  timeline.Add(10, [&ran] { ran.push_back(2); });
  EXPECT_EQ(timeline.next_ns(), 10);
  while (timeline.next_ns()) timeline.TakeNext()();
  EXPECT_EQ(ran, (std::vector<int>{1, 2, 3}));
}

TEST(Timeline, RunsActionsOfOneMomentInTheOrderOfAsking) {
  Timeline timeline;
  std::vector<int> ran;
  for (int i = 0; i < 100; ++i) timeline.Add(10, [&ran, i] { ran.push_back(i); });
  while (timeline.next_ns()) timeline.TakeNext()();
  std::vector<int> asked(100);
  std::iota(asked.begin(), asked.end(), 0);
  EXPECT_EQ(ran, asked);
}

TEST(Timeline, WhatIsRemovedIsNotPlannedAndHoldsNothing) {
  Timeline timeline;
  const auto held = std::make_shared<int>(7);
  const TimerId removed = timeline.Add(10, [held] {});
  timeline.Add(10, [] {});
  EXPECT_TRUE(timeline.Remove(removed));
  EXPECT_EQ(timeline.size(), 1U);
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_FALSE(timeline.Remove(removed)) << "it is gone";
  EXPECT_FALSE(timeline.Remove({})) << "it names none";
}

TEST(SteadyClock, NeverRunsBackwards) {
  const SteadyClock clock;
  std::int64_t before = clock.now_ns();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = clock.now_ns();
    ASSERT_GE(now, before);
    before = now;
  }
}

/// Actions note their numbers here.
class Notes {
 public:
  Action Note(int number) {
    return [this, number] {
      const std::lock_guard lock(mutex_);
      numbers_.push_back(number);
      changed_.notify_all();
    };
  }
  std::vector<int> WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return numbers_.size() >= count; });
    return numbers_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<int> numbers_;
};

TEST(SteadyClock, RunsActionsInTheOrderOfTheirMoments) {
  Notes notes;
  SteadyClock clock;
  const std::int64_t now = clock.now_ns();
  clock.At(now + 20'000'000, notes.Note(3));
  clock.At(now + 10'000'000, notes.Note(2));
  clock.At(now - 1, notes.Note(1));
  EXPECT_EQ(notes.WaitFor(3), (std::vector<int>{1, 2, 3}));
  EXPECT_GE(clock.now_ns(), now + 20'000'000);
}

TEST(SteadyClock, AnActionMayPlanAnother) {
  Notes notes;
  SteadyClock clock;
  clock.At(0, [&] { clock.At(0, notes.Note(1)); });
  EXPECT_EQ(notes.WaitFor(1), std::vector<int>{1});
}

TEST(SteadyClock, WhatIsCancelledDoesNotRunAndHoldsNothing) {
  Notes notes;
  SteadyClock clock;
  const auto held = std::make_shared<int>(7);
  const std::int64_t soon = clock.now_ns() + 10'000'000;
  const TimerId cancelled = clock.At(soon, [held, note = notes.Note(1)] { note(); });
  clock.Cancel(cancelled);
  EXPECT_EQ(held.use_count(), 1);
  clock.At(soon, notes.Note(2));
  EXPECT_EQ(notes.WaitFor(1), std::vector<int>{2});
  clock.Cancel(cancelled);
}

TEST(SteadyClock, WhatIsPlannedWhenItGoesIsDropped) {
  Notes notes;
  {
    SteadyClock clock;
    clock.At(clock.now_ns() + 3'600'000'000'000, notes.Note(1));
  }
  EXPECT_TRUE(notes.WaitFor(0).empty());
}

}  // namespace
}  // namespace mesh::transport
