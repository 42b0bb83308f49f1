// Something has changed somewhere: for a thread that waits for one of several things.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace mesh::program {

/// Whoever waits reads the count, looks at whatever interests him, and waits for another count: so
/// nothing that changes after the look is missed. Thread rule: every function may be called from any
/// thread.
class Events {
 public:
  void Notify() {
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  std::uint64_t count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  void WaitBeyond(std::uint64_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ != count; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t count_ = 0;
};

}  // namespace mesh::program
