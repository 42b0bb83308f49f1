#include "mesh/transport/steady_clock.h"

#include <chrono>
#include <utility>

namespace mesh::transport {

namespace {

template <typename ChronoClock>
std::int64_t Read() {
  const auto since = ChronoClock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace

SteadyClock::SteadyClock()
    : offset_ns_(Read<std::chrono::system_clock>() - Read<std::chrono::steady_clock>()),
      thread_([this] { Run(); }) {}

SteadyClock::~SteadyClock() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

std::int64_t SteadyClock::now_ns() const { return Read<std::chrono::steady_clock>() + offset_ns_; }

TimerId SteadyClock::At(std::int64_t time_ns, Action action) {
  bool earliest = false;
  TimerId timer;
  {
    const std::lock_guard lock(mutex_);
    const auto next = timeline_.next_ns();
    earliest = !next || time_ns < *next;
    timer = timeline_.Add(time_ns, std::move(action));
  }
  if (earliest) changed_.notify_one();
  return timer;
}

void SteadyClock::Cancel(TimerId timer) {
  // Destroyed outside the lock, as below.
  Action cancelled;
  const std::lock_guard lock(mutex_);
  cancelled = timeline_.Remove(timer);
}

void SteadyClock::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto next = timeline_.next_ns();
    if (!next) {
      changed_.wait(lock);
    } else if (*next > now_ns()) {
      const std::chrono::nanoseconds moment(*next - offset_ns_);
      changed_.wait_until(lock, std::chrono::steady_clock::time_point(moment));
    } else {
      Action action = timeline_.TakeNext();
      lock.unlock();
      action();
      // Destroyed outside the lock: what an action holds may plan something when it goes.
      action = nullptr;
      lock.lock();
    }
  }
}

}  // namespace mesh::transport
