// The wish to stop a run, and the time that it leaves to what is under way.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "mesh/program/events.h"
#include "mesh/transport/clock.h"

namespace mesh::program {

/// Thread rule: every function may be called from any thread.
class Stopping {
 public:
  /// The first wish calls `begin` with its reason, in the thread that has it. Both outlive it.
  Stopping(transport::Clock& clock, std::int64_t grace_ns, std::shared_ptr<Events> events,
           std::function<void(const std::string& why)> begin);

  /// Only the first wish counts. `exit_code`: of the process in the end.
  void Ask(const std::string& why, int exit_code);
  /// As Ask, and there is no time.
  void AskAtOnce(const std::string& why, int exit_code);

  bool asked() const { return asked_; }
  /// Once somebody has asked: `begin` has returned then, so what it tells comes before what is told now.
  void WaitUntilBegun() { const std::lock_guard lock(begins_); }
  /// The time is up.
  bool overtime() const { return *overtime_; }
  /// 0: nobody has asked.
  int exit_code() const { return exit_code_; }

 private:
  bool Begin(const std::string& why, int exit_code);

  transport::Clock& clock_;
  const std::int64_t grace_ns_;
  const std::shared_ptr<Events> events_;
  const std::function<void(const std::string& why)> begin_;
  std::mutex begins_;  ///< Held while `begin_` runs.
  std::atomic<bool> asked_ = false;
  std::atomic<int> exit_code_ = 0;
  /// Outlives this object in a timer that is planned.
  const std::shared_ptr<std::atomic<bool>> overtime_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace mesh::program
