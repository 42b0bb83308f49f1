#include "mesh/program/capture_output.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace mesh::program {

namespace {

std::string ReadAll(int descriptor) {
  std::string text;
  std::array<char, 1U << 14U> part;
  while (true) {
    const ssize_t count = read(descriptor, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

/// The error number; 0: `process` runs and writes into `output`.
int Start(const std::vector<std::string>& command, int output, pid_t& process) {
  std::vector<char*> arguments;
  // The callee's signature lacks a const that it honours.
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const int error = posix_spawnp(&process, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int WaitFor(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::variant<std::string, CaptureProblem> CaptureOutput(const std::vector<std::string>& command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return CaptureProblem{std::generic_category().message(errno)};
  pid_t process = 0;
  const int error = Start(command, ends[1], process);
  close(ends[1]);
  std::string text = error == 0 ? ReadAll(ends[0]) : std::string();
  close(ends[0]);
  if (error != 0) {
    return CaptureProblem{
        fmt::format("cannot start `{}`: {}", command.front(), std::generic_category().message(error))};
  }
  const int code = WaitFor(process);
  if (code != 0)
    return CaptureProblem{fmt::format("`{}` ended with exit code {}", fmt::join(command, " "), code)};
  return text;
}

}  // namespace mesh::program
