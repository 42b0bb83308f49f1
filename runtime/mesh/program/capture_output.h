// Runs another program and reads what it prints.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace mesh::program {

/// Why there is no output.
struct CaptureProblem {
  std::string message;
};

/// Standard output of `command`, found by the search path; its standard error goes to ours. An
/// exit code other than 0 is a problem.
std::variant<std::string, CaptureProblem> CaptureOutput(const std::vector<std::string>& command);

}  // namespace mesh::program
