// A Redis server in a folder of its own, on a free port of this machine.
#pragma once

#include <csignal>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/cannot_start.h"
#include "tests/support/free_port.h"

namespace mesh::test {

class RedisServer {
 public:
  /// `options` are those of redis-server; throws if it does not start, and the test fails. What it is given
  /// outlives it, unless they say otherwise.
  explicit RedisServer(std::vector<std::string> options = {}) : options_(std::move(options)) {
    char folder[] = "/tmp/meshc-redis-XXXXXX";
    folder_ = mkdtemp(folder);
    StartOrRemove(folder_, [this] { Start(); });
  }
  ~RedisServer() {
    Stop(SIGKILL);
    std::filesystem::remove_all(folder_);
  }
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  /// Where it was before, if it has run before.
  void Start() {
    std::vector<std::string> command = {
        "redis-server", "--bind", "127.0.0.1",    "--port", port_,           "--dir", folder_,
        "--save",       "",       "--appendonly", "yes",    "--appendfsync", "always"};
    command.insert(command.end(), options_.begin(), options_.end());
    pid_ = fork();
    if (pid_ == 0) Become(command);
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
      if (IsListening(port_)) return;
      poll(nullptr, 0, 5);
    }
    pid_ = -1;
    CannotStart("redis-server", status, folder_ + "/log");
  }
  void Stop(int signal) {
    if (pid_ <= 0) return;
    kill(pid_, signal);
    waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

  std::string url() const { return "redis://127.0.0.1:" + port_; }
  const std::string& port() const { return port_; }

 private:
  [[noreturn]] void Become(const std::vector<std::string>& command) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int log = open((folder_ + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words.front(), words.data());
    _exit(kNotFound);
  }

  const std::vector<std::string> options_;
  const std::string port_ = FreePort();
  std::string folder_;
  pid_t pid_ = -1;
};

}  // namespace mesh::test
