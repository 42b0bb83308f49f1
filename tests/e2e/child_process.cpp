#include "child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "scratch.h"

namespace meshc::test {

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Options& options) : pid_(fork()) {
  if (pid_ != 0) return;
  dup2(open(options.input.c_str(), O_RDONLY), STDIN_FILENO);
  dup2(open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDOUT_FILENO);
  dup2(open(options.errors.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666), STDERR_FILENO);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  Signal(SIGKILL);
  Wait();
}

void ChildProcess::Signal(int number) const {
  if (pid_ > 0) kill(pid_, number);
}

void ChildProcess::WaitUntilAwaits(int number) {
  static const std::string kBlocked = "\nSigBlk:\t";
  while (!HasEnded(1)) {
    const std::string status = ReadFile("/proc/" + std::to_string(pid_) + "/status");
    const std::size_t at = status.find(kBlocked);
    if (at == std::string::npos) continue;
    if ((std::stoull(status.substr(at + kBlocked.size(), 16), nullptr, 16) >> (number - 1) & 1U) != 0) return;
  }
}

bool ChildProcess::HasEnded(int within_ms) {
  int status = 0;
  if (pid_ > 0 && within_ms > 0) {
    const int process = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    pollfd ended{.fd = process, .events = POLLIN, .revents = 0};
    poll(&ended, 1, within_ms);
    close(process);
  }
  if (pid_ > 0 && waitpid(pid_, &status, WNOHANG) == pid_) Keep(status);
  return pid_ < 0;
}

int ChildProcess::Wait() {
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, 0) == pid_) Keep(status);
  return exit_code_;
}

void ChildProcess::Keep(int status) {
  pid_ = -1;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace meshc::test
