// Notices that somebody ends the process by `exit` or `quick_exit` behind the back of a run.
#pragma once

#include <functional>

namespace mesh::program {

/// One at a time. While it lives a thread that calls `exit` calls `caught` instead and does not come back.
class ExitGuard {
 public:
  /// `caught` sees to it that the process ends; where it returns, the thread waits for that.
  explicit ExitGuard(std::function<void()> caught);
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

  /// True if somebody has called `exit`: only `_Exit` ends the process now.
  bool tripped() const;

 private:
  std::function<void()> caught_;
};

}  // namespace mesh::program
