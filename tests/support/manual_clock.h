// A clock that stands still until a test moves it.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "mesh/transport/clock.h"
#include "mesh/transport/timeline.h"

namespace mesh::test {

class ManualClock final : public transport::Clock {
 public:
  std::int64_t now_ns() const override {
    const std::lock_guard lock(mutex_);
    return now_ns_;
  }

  transport::TimerId At(std::int64_t time_ns, transport::Action action) override {
    transport::TimerId timer;
    {
      const std::lock_guard lock(mutex_);
      timer = timeline_.Add(time_ns, std::move(action));
      ++planned_;
    }
    planned_some_.notify_all();
    return timer;
  }

  void Cancel(transport::TimerId timer) override {
    // Destroyed outside the lock: what an action holds may plan something when it goes.
    transport::Action cancelled;
    const std::lock_guard lock(mutex_);
    cancelled = timeline_.Remove(timer);
  }

  /// Moves the time, running what becomes due in the caller's thread, each at its own moment.
  void Advance(std::int64_t by_ns) {
    std::unique_lock lock(mutex_);
    const std::int64_t until_ns = now_ns_ + by_ns;
    while (timeline_.next_ns() && *timeline_.next_ns() <= until_ns) {
      now_ns_ = std::max(now_ns_, *timeline_.next_ns());
      const transport::Action action = timeline_.TakeNext();
      lock.unlock();
      action();
      lock.lock();
    }
    now_ns_ = until_ns;
  }

  /// The next moment that something waits for.
  std::optional<std::int64_t> next_ns() const {
    const std::lock_guard lock(mutex_);
    return timeline_.next_ns();
  }

  /// How many actions are planned now.
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return timeline_.size();
  }

  /// Waits until `count` actions in all have been planned, also from other threads.
  void WaitForPlanned(std::uint64_t count) {
    std::unique_lock lock(mutex_);
    planned_some_.wait(lock, [&] { return planned_ >= count; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable planned_some_;
  transport::Timeline timeline_;
  std::int64_t now_ns_ = 0;
  std::uint64_t planned_ = 0;
};

}  // namespace mesh::test
