#include "compiler/driver/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace meshc::driver {
namespace {

class System final : public ProcessRunner {
 public:
  std::variant<int, StartFailure> Run(const std::string& program,
                                      const std::vector<std::string>& arguments) override {
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    pid_t child = 0;
    if (const int error = ::posix_spawn(&child, program.c_str(), nullptr, nullptr, argv.data(), environ)) {
      return StartFailure{std::strerror(error)};
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
      if (errno != EINTR) return StartFailure{std::strerror(errno)};
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
};

}  // namespace

ProcessRunner& SystemProcesses() {
  static System system;
  return system;
}

}  // namespace meshc::driver
