// Messages whose last holder died: they are worked off one at a time, so that whoever is killed by one knows
// by which.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "mesh/host/job.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Suspects {
 public:
  /// True: it is its turn now, until End. False: it is kept until then.
  [[nodiscard]] bool Begin(Job& job) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(one_runs_, true)) return true;
    waiting_.push_back(std::move(job));
    return false;
  }
  /// Its turn is over. The next one, if any, which asks again.
  std::optional<Job> End() {
    const std::lock_guard lock(mutex_);
    one_runs_ = false;
    std::optional<Job> next;
    if (!waiting_.empty()) {
      next.emplace(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    return next;
  }

 private:
  std::mutex mutex_;
  bool one_runs_ = false;
  std::deque<Job> waiting_;
};

}  // namespace mesh::host
