#include "compiler/driver/world/process.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "compiler/driver/world/memory_limit.h"
#include "mesh/program/capture_output.h"

namespace meshc::driver {
namespace {

class System final : public ProcessRunner {
 public:
  std::variant<std::string, ProcessFailure> Capture(const std::string& program,
                                                    const std::vector<std::string>& arguments) override {
    // A path is meant, not a name to look for.
    std::vector<std::string> command = {program.find('/') == std::string::npos ? "./" + program : program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const CallersMemoryLimit limit;
    auto captured = mesh::program::CaptureOutput(command);
    if (auto* problem = std::get_if<mesh::program::CaptureProblem>(&captured))
      return ProcessFailure{std::move(problem->message)};
    return std::get<std::string>(std::move(captured));
  }

  std::variant<int, ProcessFailure> Become(const std::string& program,
                                           const std::vector<std::string>& arguments) override {
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const CallersMemoryLimit limit;
    ::execv(program.c_str(), argv.data());
    return ProcessFailure{std::strerror(errno)};
  }
};

}  // namespace

ProcessRunner& SystemProcesses() {
  static System system;
  return system;
}

}  // namespace meshc::driver
