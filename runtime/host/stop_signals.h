// SIGTERM and SIGINT as a request to stop: the first one asks, the second one ends the process.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace mesh::host {

/// Made before any other thread, so that all of them leave the two signals to it; signals that
/// come before Watch wait for it.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// From now on: calls `asked` once, in a thread of its own, at the first signal. At the second
  /// one the process exits at once, with 128 + the signal's number.
  void Watch(std::function<void()> asked);

 private:
  void Run(const std::function<void()>& asked);

  sigset_t before_;
  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

}  // namespace mesh::host
