// Signals that come while a run lasts: from a pipe, a FIFO or a terminal.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace mesh::lines {

class SignalFeed {
 public:
  struct Actions {
    /// A line without its end; lines count from 1.
    std::function<void(std::size_t number, std::string_view line)> take;
    /// There is no writer any more, or there is one again. Must not wait.
    std::function<void()> changed;
  };
  /// Reads from now on, in a thread of its own. The descriptor does not block, and stays the caller's.
  /// `fifo`, if not empty, is the path of the FIFO that it belongs to: others may open it when the last
  /// writer has gone.
  SignalFeed(int descriptor, std::string fifo, Actions actions);
  ~SignalFeed();
  SignalFeed(const SignalFeed&) = delete;
  SignalFeed& operator=(const SignalFeed&) = delete;

  /// False: everything that came has been taken, and nobody is there who could write more.
  bool can_come() const { return can_come_; }

 private:
  void Run();
  bool WaitReadable() const;
  /// False: nothing more will ever come.
  bool ReadOn();
  bool Reopen();
  void TakeLines(bool last);

  int descriptor_;
  const int given_;
  const std::string fifo_;
  const Actions actions_;
  const int leave_event_;
  std::atomic<bool> can_come_ = true;
  std::string text_;  ///< What no line end has come for.
  std::size_t lines_ = 0;
  std::thread thread_;
};

}  // namespace mesh::lines
