// The clock of a running host: one timer thread on the steady clock, shifted once to calendar
// time, so that a change of the calendar moves no timer.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "mesh/transport/clock.h"
#include "mesh/transport/timeline.h"

namespace mesh::transport {

class SteadyClock final : public Clock {
 public:
  SteadyClock();
  /// Waits for a running action; planned ones are dropped.
  ~SteadyClock() override;
  SteadyClock(const SteadyClock&) = delete;
  SteadyClock& operator=(const SteadyClock&) = delete;

  std::int64_t now_ns() const override;
  TimerId At(std::int64_t time_ns, Action action) override;
  void Cancel(TimerId timer) override;

 private:
  void Run();

  const std::int64_t offset_ns_;  ///< Calendar time at the origin of the steady clock.
  std::mutex mutex_;
  std::condition_variable changed_;
  Timeline timeline_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace mesh::transport
