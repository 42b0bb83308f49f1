#include "run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace meshc::test {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void Become(const std::vector<std::string>& command, const ProgramOptions& options, int out,
                         int err) {
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(127);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

/// Reads what is there; false at the end of the stream.
bool Drain(int stream, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(stream, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

/// Reads both streams to their ends; false if the time is up before.
bool ReadAll(int out, int err, Clock::time_point deadline, ProgramRun& run) {
  std::array<pollfd, 2> streams{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    poll(streams.data(), streams.size(), static_cast<int>(left));
    if (streams[0].revents != 0 && !Drain(out, run.out)) streams[0].fd = -1;
    if (streams[1].revents != 0 && !Drain(err, run.err)) streams[1].fd = -1;
  }
  return true;
}

}  // namespace

ProgramRun RunProgram(const std::vector<std::string>& command, const ProgramOptions& options) {
  ProgramRun run;
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) return run;
  const pid_t child = fork();
  if (child == 0) Become(command, options, out[1], err[1]);
  close(out[1]);
  close(err[1]);
  if (child > 0) {
    run.timed_out = !ReadAll(out[0], err[0], Clock::now() + options.limit, run);
    if (run.timed_out) kill(child, SIGKILL);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    run.peak_kib = usage.ru_maxrss;
    if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  }
  close(out[0]);
  close(err[0]);
  return run;
}

}  // namespace meshc::test
