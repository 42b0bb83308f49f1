// What has begun and has not come to its end, for those who wait until it has.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

namespace mesh::transport {

/// Counts it by the waits that it began between: so many are one number.
///
/// Thread rule: every function may be called from any thread.
class Unfinished {
 public:
  /// What is to be given to End, once.
  std::uint64_t Begin() {
    const std::lock_guard lock(mutex_);
    ++left_[waits_];
    return waits_;
  }
  void End(std::uint64_t begun) {
    const std::lock_guard lock(mutex_);
    ++ended_;
    if (--left_.at(begun) > 0) return;
    left_.erase(begun);
    // With the lock: who waits may end this when he has it.
    changed_.notify_all();
  }
  /// Waits for all that has begun by now. What begins meanwhile may come to its end before.
  /// `gives_up`: asked now and then, with how long nothing has come to its end; by who waits, with a lock
  /// held: it must not call back.
  void Wait(const std::function<bool(std::chrono::milliseconds quiet)>& gives_up) {
    constexpr auto kLook = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    const std::uint64_t last = waits_++;
    std::uint64_t ended = ended_;
    auto since = std::chrono::steady_clock::now();
    while (!left_.empty() && left_.begin()->first <= last) {
      changed_.wait_for(lock, kLook);
      const auto now = std::chrono::steady_clock::now();
      if (ended != ended_) since = now;
      ended = ended_;
      if (gives_up(std::chrono::duration_cast<std::chrono::milliseconds>(now - since))) return;
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, std::size_t> left_;  ///< By waits before their beginning; none is 0.
  std::uint64_t waits_ = 0;
  std::uint64_t ended_ = 0;
};

}  // namespace mesh::transport
