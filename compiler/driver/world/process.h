// Other programs: the built host of a mesh.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace meshc::driver {

/// Why a program could not be started, or did not end well.
struct ProcessFailure {
  std::string reason;
};

/// Arguments are without the program's name.
class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;

  /// What the program prints to standard output; its standard error is meshc's own. An exit code other
  /// than 0 is a failure.
  virtual std::variant<std::string, ProcessFailure> Capture(const std::string& program,
                                                            const std::vector<std::string>& arguments) = 0;

  /// The program takes the place of meshc: it has its process, its streams and its signals, so that no
  /// signal passes it by and nothing is left behind. The real one returns only if it could not start;
  /// others yield the exit code.
  virtual std::variant<int, ProcessFailure> Become(const std::string& program,
                                                   const std::vector<std::string>& arguments) = 0;
};

/// The real one. Stateless.
ProcessRunner& SystemProcesses();

}  // namespace meshc::driver
