// Runs another program: the built host of a mesh.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace meshc::driver {

/// Why a program could not be started.
struct StartFailure {
  std::string reason;
};

class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;

  /// Runs `program` with `arguments` (without its name) on meshc's own standard streams and
  /// waits for its end. Yields its exit code; 128 + n if signal n ended it.
  virtual std::variant<int, StartFailure> Run(const std::string& program,
                                              const std::vector<std::string>& arguments) = 0;
};

/// The real one. Stateless.
ProcessRunner& SystemProcesses();

}  // namespace meshc::driver
