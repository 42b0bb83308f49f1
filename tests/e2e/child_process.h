// A program that runs beside the test.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace meshc::test {

class ChildProcess {
 public:
  struct Options {
    std::string input = "/dev/null";
    std::string output = "/dev/null";
    std::string errors = "/dev/null";  ///< Appended to.
    std::vector<std::pair<std::string, std::string>> environment = {};
  };
  ChildProcess(const std::vector<std::string>& command, const Options& options);
  /// Kills it.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void Signal(int number) const;
  /// Until the signal would not end a program that has just been started, as it waits for it.
  void WaitUntilAwaits(int number);
  /// True: it has ended, now or within so many milliseconds.
  bool HasEnded(int within_ms = 0);
  /// Its exit code when it has ended; -1: it was killed.
  int Wait();

 private:
  void Keep(int status);

  pid_t pid_ = -1;  ///< -1: it has ended.
  int exit_code_ = -1;
};

}  // namespace meshc::test
