// Timers that end with their host: what comes later finds nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "mesh/transport/clock.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Timers {
 public:
  explicit Timers(transport::Clock& clock) : clock_(clock), gate_(std::make_shared<Gate>()) {}

  /// As Clock::At, unless Close comes first.
  transport::TimerId At(std::int64_t time_ns, transport::Action action) {
    return clock_.At(time_ns, [gate = gate_, action = std::move(action)] {
      const std::shared_lock lock(gate->mutex);
      if (!gate->closed) action();
    });
  }
  /// As Clock::Cancel.
  void Cancel(transport::TimerId timer) {
    if (timer.order != 0) clock_.Cancel(timer);
  }

  /// No action runs when it returns, and none will.
  void Close() {
    const std::unique_lock lock(gate_->mutex);
    gate_->closed = true;
  }

 private:
  /// Outlives the host in timers that are still planned.
  struct Gate {
    std::shared_mutex mutex;
    bool closed = false;
  };
  transport::Clock& clock_;
  std::shared_ptr<Gate> gate_;
};

}  // namespace mesh::host
