// Finds calls that outlive their limit. Starting a call costs one comparison: a look at all slots is
// planned, one at a time, only when a call is due before the one that is.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "mesh/host/slot.h"
#include "mesh/transport/clock.h"

namespace mesh::host {

/// A slot under watch, and what is done with an overrun of it.
struct Watched {
  Slot* slot = nullptr;
  std::function<void(Overrun)> disowned;  ///< Called in the clock's thread; never waits.
};

class Watchdog {
 public:
  /// The clock and the slots outlive it.
  Watchdog(transport::Clock& clock, std::vector<Watched> slots);
  /// Waits for a look that is under way; none follows.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// A call was begun in some slot and is due then.
  void Began(std::int64_t due_ns);

 private:
  /// Outlives the watchdog in timers that are still planned.
  struct Looks {
    std::mutex mutex;
    Watchdog* watchdog = nullptr;  ///< Null: it is gone.
  };

  void Plan(std::int64_t due_ns);
  void Look();

  transport::Clock& clock_;
  const std::vector<Watched> slots_;
  std::shared_ptr<Looks> looks_;
  std::mutex plan_mutex_;
  transport::TimerId planned_ = {};  ///< The look at `next_look_ns_`.
  std::atomic<std::int64_t> next_look_ns_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace mesh::host
