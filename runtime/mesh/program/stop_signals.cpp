#include "mesh/program/stop_signals.h"

#include <cstdlib>
#include <utility>

#include <pthread.h>

namespace mesh::program {

namespace {

/// Wakes the thread when it shall leave.
constexpr int kLeave = SIGUSR2;

sigset_t Awaited() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, kLeave}) sigaddset(&signals, number);
  return signals;
}

/// Takes the stop signals that come with the first one.
void DropTogether() {
  constexpr timespec kTogether{.tv_sec = 0, .tv_nsec = 20'000'000};
  sigset_t stops = Awaited();
  sigdelset(&stops, kLeave);
  while (sigtimedwait(&stops, nullptr, &kTogether) > 0) {
  }
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t awaited = Awaited();
  pthread_sigmask(SIG_BLOCK, &awaited, &before_);
}

StopSignals::~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool IsStopPending() {
  sigset_t pending;
  return sigpending(&pending) == 0 &&
         (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1);
}

const char* NameOfSignal(int number) { return number == SIGINT ? "SIGINT" : "SIGTERM"; }

SignalWatch::SignalWatch(const StopSignals&, std::function<void(int number)> asked)
    : thread_([this, asked = std::move(asked)] { Run(asked); }) {}

SignalWatch::~SignalWatch() {
  leaving_ = true;
  pthread_kill(thread_.native_handle(), kLeave);
  thread_.join();
}

void SignalWatch::Run(const std::function<void(int number)>& asked) {
  const sigset_t awaited = Awaited();
  bool first = true;
  while (!leaving_) {
    int number = 0;
    if (sigwait(&awaited, &number) != 0 || number == kLeave) continue;
    if (!std::exchange(first, false)) std::_Exit(128 + number);
    DropTogether();
    asked(number);
  }
}

StartWatch::StartWatch(int (*exit_code)(int number)) {
  watch_.emplace(signals_, [exit_code](int number) { std::_Exit(exit_code(number)); });
}

}  // namespace mesh::program
