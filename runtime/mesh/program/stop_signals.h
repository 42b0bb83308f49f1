// SIGTERM and SIGINT as a request to stop: the first one asks, the second one ends the process.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <optional>
#include <thread>

namespace mesh::program {

/// Keeps the two signals for a watch. Made before any other thread, so that all of them leave the
/// signals to it; those that come before the watch begins wait for it.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  sigset_t before_;
};

/// True if a signal that StopSignals keeps has come, and no watch has taken it.
bool IsStopPending();

/// The signal's name: `SIGTERM`.
const char* NameOfSignal(int number);

/// Calls `asked` once, with its number, in a thread of its own, at the first signal. At the second one the
/// process exits at once, with 128 + the signal's number. Signals that come together are one: `timeout`
/// and shells tell a process and then its group. Once the watch is gone `asked` is called no more.
class SignalWatch {
 public:
  /// The signals are kept for as long as the watch lasts.
  SignalWatch(const StopSignals& signals, std::function<void(int number)> asked);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  void Run(const std::function<void(int number)>& asked);

  std::atomic<bool> leaving_ = false;
  std::thread thread_;
};

/// Stop signals of a process that starts: until End the first one ends the process at once, as nothing is
/// under way yet. Made before any other thread.
class StartWatch {
 public:
  /// `exit_code`: of the process, by the number of the signal.
  explicit StartWatch(int (*exit_code)(int number));

  /// Signals that come from now on wait for the next watch.
  void End() { watch_.reset(); }
  const StopSignals& signals() const { return signals_; }

 private:
  const StopSignals signals_;
  std::optional<SignalWatch> watch_;
};

}  // namespace mesh::program
