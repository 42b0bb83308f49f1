// A NATS server with JetStream in a folder of its own, on a free port of this machine.
#pragma once

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/support/cannot_start.h"
#include "tests/support/free_port.h"

namespace mesh::test {

class NatsServer {
 public:
  /// `options` are those of nats-server; throws if it does not start, and the test fails.
  explicit NatsServer(std::vector<std::string> options = {}, bool jetstream = true)
      : options_(std::move(options)), jetstream_(jetstream) {
    MakeFolder();
    StartOrRemove(folder_, [this] { Start(); });
  }
  /// Another program than the installed one, not started yet.
  struct Program {
    explicit Program(std::string at) : path(std::move(at)) {}
    std::string path;
  };
  explicit NatsServer(Program program) : program_(std::move(program.path)), jetstream_(true) { MakeFolder(); }
  ~NatsServer() {
    Stop(SIGKILL);
    std::filesystem::remove_all(folder_);
  }
  NatsServer(const NatsServer&) = delete;
  NatsServer& operator=(const NatsServer&) = delete;

  /// Where it was before, if it has run before; with other options from then on.
  void Start(std::vector<std::string> options) {
    options_ = std::move(options);
    Start();
  }
  /// The same, as another program.
  void StartAs(std::string program, std::vector<std::string> options) {
    program_ = std::move(program);
    Start(std::move(options));
  }
  /// The same, and what will be the server does that first.
  void StartWith(std::function<void()> first) {
    first_ = std::move(first);
    Start();
  }
  void Start() {
    std::vector<std::string> command = {program_,           "-a",   "127.0.0.1", "-p", port_,
                                        "--ports_file_dir", folder_};
    if (jetstream_) command.insert(command.end(), {"-js", "-sd", folder_ + "/data"});
    command.insert(command.end(), options_.begin(), options_.end());
    pid_ = fork();
    if (pid_ == 0) Become(command);
    WaitForPorts();
  }
  /// It lives and does nothing, until it is stopped.
  void Halt() const {
    kill(pid_, SIGSTOP);
    waitpid(pid_, nullptr, WUNTRACED);
  }
  void Resume() const { kill(pid_, SIGCONT); }
  /// All that it has stored; it does not run.
  void LoseDisk() const { std::filesystem::remove_all(folder_ + "/data"); }
  void Stop(int signal) {
    if (pid_ <= 0) return;
    kill(pid_, signal);
    waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

  bool runs() const { return pid_ > 0; }
  std::string url() const { return "nats://127.0.0.1:" + port_; }
  const std::string& port() const { return port_; }
  /// `127.0.0.1:1234`, where it tells about itself; empty: it was not asked to (`-m -1`).
  const std::string& monitoring() const { return monitoring_; }
  const std::string& folder() const { return folder_; }

 private:
  void MakeFolder() {
    char folder[] = "/tmp/meshc-nats-XXXXXX";
    folder_ = mkdtemp(folder);
  }

  [[noreturn]] void Become(const std::vector<std::string>& command) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (first_) first_();
    const int log = open((folder_ + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words.front(), words.data());
    _exit(kNotFound);
  }

  /// The server writes its ports into a file when it listens.
  void WaitForPorts() {
    const std::string path = folder_ + "/nats-server_" + std::to_string(pid_) + ".ports";
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
      std::ifstream file(path);
      const auto ports = nlohmann::json::parse(file, nullptr, false);
      if (ports.is_object() && !ports["nats"].empty()) {
        const auto told = ports.value("monitoring", nlohmann::json::array());
        if (!told.empty()) monitoring_ = told[0].get<std::string>().substr(7);
        return;
      }
      poll(nullptr, 0, 5);
    }
    pid_ = -1;
    CannotStart("nats-server", status, folder_ + "/log");
  }

  std::string program_ = "nats-server";
  std::vector<std::string> options_;
  std::function<void()> first_ = {};
  const bool jetstream_;
  std::string folder_;
  const std::string port_ = FreePort();
  std::string monitoring_;
  pid_t pid_ = -1;
};

}  // namespace mesh::test
