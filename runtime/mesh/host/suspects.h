// Messages whose last holder died: they are worked off one at a time, so that whoever is killed by one knows
// by which.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "mesh/host/job.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Suspects {
 public:
  /// True: it is its turn now, until End. False: it is kept until then.
  [[nodiscard]] bool Begin(Job& job, std::int64_t now_ns) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(one_runs_, true)) return true;
    waiting_.push_back({std::move(job), now_ns});
    return false;
  }
  /// Takes out those that have waited since before `since_ns`.
  std::vector<Job> TakeOld(std::int64_t since_ns) {
    std::vector<Job> old;
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty() && waiting_.front().since_ns < since_ns) {
      old.push_back(std::move(waiting_.front().job));
      waiting_.pop_front();
    }
    return old;
  }
  /// Its turn is over. The next one, if any, which asks again.
  std::optional<Job> End() {
    {
      const std::lock_guard lock(mutex_);
      one_runs_ = false;
    }
    return Next();
  }
  /// The next one, if there is any and none runs: whoever was to ask again does not.
  std::optional<Job> Next() {
    const std::lock_guard lock(mutex_);
    std::optional<Job> next;
    if (one_runs_) return next;
    if (!waiting_.empty()) {
      next.emplace(std::move(waiting_.front().job));
      waiting_.pop_front();
    }
    return next;
  }

 private:
  struct Waiting {
    Job job;
    std::int64_t since_ns = 0;
  };
  std::mutex mutex_;
  bool one_runs_ = false;
  std::deque<Waiting> waiting_;
};

}  // namespace mesh::host
