// Other programs, run to their end.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace meshc::test {

struct ProgramRun {
  int exit_code = -1;  ///< -1: it was killed by `signal`, or never started.
  int signal = 0;
  bool timed_out = false;
  std::string out = {};
  std::string err = {};
  std::int64_t peak_kib = 0;  ///< Most memory that was resident at one time.
};

struct ProgramOptions {
  std::string folder = {};                                            ///< Empty: this process's own.
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< Added to this process's own.
  std::chrono::seconds limit{600};
};

/// `command[0]` is looked up in PATH. Standard input is empty.
ProgramRun RunProgram(const std::vector<std::string>& command, const ProgramOptions& options = {});

}  // namespace meshc::test
