// Last words of a process that a handler kills: which signal, and which envelopes were in which actor.
#pragma once

#include <csignal>
#include <cstddef>
#include <vector>

#include "mesh/host/call_mark.h"

namespace mesh::host {

/// As long as it lives a signal that ends the process for a fault of the program (SIGSEGV, SIGBUS,
/// SIGFPE, SIGILL, SIGABRT) first writes the calls that run to standard error, the one that it came in
/// first; then the signal does what it would have done. One at a time in a process.
class CrashReport {
 public:
  /// The marks outlive it.
  explicit CrashReport(std::vector<const CallMark*> marks);
  ~CrashReport();
  CrashReport(const CrashReport&) = delete;
  CrashReport& operator=(const CrashReport&) = delete;

 private:
  static constexpr std::size_t kSignals = 5;

  std::vector<const CallMark*> marks_;
  struct sigaction before_[kSignals];
};

/// Room for the report on a thread whose own stack is used up; for the thread that makes it.
class CrashStack {
 public:
  CrashStack();
  ~CrashStack();
  CrashStack(const CrashStack&) = delete;
  CrashStack& operator=(const CrashStack&) = delete;

 private:
  std::vector<char> room_;
  stack_t before_ = {};
};

}  // namespace mesh::host
