// Time and timers. Whatever waits for a moment does it through this interface, so that tests own
// the time.
#pragma once

#include <cstdint>
#include <functional>

namespace mesh::transport {

inline constexpr std::int64_t kSecondNs = 1'000'000'000;

using Action = std::function<void()>;

/// Names one planned action of a clock.
struct TimerId {
  std::int64_t time_ns = 0;
  std::uint64_t order = 0;  ///< Among all actions of the clock, from 1; 0: names none.
};

/// Thread rule: every function may be called from any thread, also from an action.
class Clock {
 public:
  virtual ~Clock() = default;

  /// Nanoseconds since 1970; never runs backwards.
  virtual std::int64_t now_ns() const = 0;
  /// Calls `action` once, at `time_ns` or as soon as possible afterwards, in a thread of the
  /// clock's own choice. Actions are short and never wait. Actions of one moment run in the order
  /// in which they were asked for.
  virtual TimerId At(std::int64_t time_ns, Action action) = 0;
  /// Gives up an action that has not begun, and what it holds; one that has begun goes on. Never waits.
  virtual void Cancel(TimerId timer) = 0;
};

}  // namespace mesh::transport
