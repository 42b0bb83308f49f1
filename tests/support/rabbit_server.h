// A RabbitMQ broker in a folder of its own, on free ports of this machine. It takes seconds to start: one for
// all tests of a program is enough.
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/cannot_start.h"
#include "tests/support/free_port.h"

namespace mesh::test {

class RabbitServer {
 public:
  /// `settings` are lines of rabbitmq.conf, `plugins` a list in Erlang; throws if it does not start, and the
  /// test fails.
  explicit RabbitServer(const std::string& settings = {}, const std::string& plugins = "[]") {
    char folder[] = "/tmp/meshc-rabbit-XXXXXX";
    folder_ = mkdtemp(folder);
    for (std::string& port : ports_) port = FreePort();
    std::ofstream(folder_ + "/plugins") << plugins << ".\n";
    std::ofstream(folder_ + "/environment.conf").flush();
    std::ofstream(folder_ + "/rabbitmq.conf") << "listeners.tcp.1 = 127.0.0.1:" << port()
                                              << "\ndisk_free_limit.absolute = 1MB\nlog.console = true\n"
                                              << settings;
    // Otherwise the broker leaves one behind.
    StartOrRemove(folder_, [this] { StartAll(); });
  }
  ~RabbitServer() {
    Stop(SIGKILL);
    End(names_, SIGKILL);
    std::filesystem::remove_all(folder_);
  }
  RabbitServer(const RabbitServer&) = delete;
  RabbitServer& operator=(const RabbitServer&) = delete;

  /// Where it was before, if it has run before.
  void Start() {
    broker_ = Run({"/usr/lib/rabbitmq/bin/rabbitmq-server"});
    WaitFor("rabbitmq-server", broker_, port());
  }
  void Stop(int signal) { End(broker_, signal); }
  bool is_running() const { return broker_ > 0; }
  /// Runs a command of its operators.
  void Control(std::vector<std::string> words) {
    words.insert(words.begin(), "/usr/lib/rabbitmq/bin/rabbitmqctl");
    int status = 0;
    waitpid(Run(words), &status, 0);
    EXPECT_EQ(status, 0) << "rabbitmqctl " << words[1];
  }

  std::string url() const { return "amqp://127.0.0.1:" + port(); }
  const std::string& port() const { return ports_[kMessages]; }

 private:
  enum Port : std::size_t { kMessages, kNames, kOthers, kPorts };

  static void End(pid_t& pid, int signal) {
    if (pid <= 0) return;
    kill(pid, signal);
    waitpid(std::exchange(pid, -1), nullptr, 0);
  }

  std::vector<std::string> Environment() const {
    std::vector<std::string> all = {
        "HOME=" + folder_, "ERL_EPMD_PORT=" + ports_[kNames],
        "RABBITMQ_NODENAME=mesh" + port() + "@localhost", "RABBITMQ_NODE_PORT=" + port(),
        "RABBITMQ_DIST_PORT=" + ports_[kOthers], "RABBITMQ_MNESIA_BASE=" + folder_ + "/mnesia",
        "RABBITMQ_LOG_BASE=" + folder_ + "/log", "RABBITMQ_ENABLED_PLUGINS_FILE=" + folder_ + "/plugins",
        "RABBITMQ_CONFIG_FILE=" + folder_ + "/rabbitmq.conf",
        "RABBITMQ_CONF_ENV_FILE=" + folder_ + "/environment.conf",
        // Else it would write where the tests run.
        "ERL_CRASH_DUMP=" + folder_ + "/erl_crash.dump",
        // Idle schedulers sleep at once: the broker starts with two thirds of the processor time. Quorum
        // queues report their counts every half second instead of every five.
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=+sbwt none +sbwtdcpu none +sbwtdio none "
        "-rabbit quorum_tick_interval 500",
        // The script becomes the broker, and no other process stays.
        "RUNNING_UNDER_SYSTEMD=1", "LANG=C.UTF-8"};
    if (const char* path = std::getenv("PATH")) all.push_back(std::string("PATH=") + path);
    return all;
  }

  pid_t Run(const std::vector<std::string>& command) const {
    const std::vector<std::string> environment = Environment();
    const pid_t pid = fork();
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int log = open((folder_ + "/out").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    const auto pointers = [](const std::vector<std::string>& texts) {
      std::vector<char*> all;
      for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
      all.push_back(nullptr);
      return all;
    };
    execvpe(command.front().c_str(), pointers(command).data(), pointers(environment).data());
    _exit(kNotFound);
  }

  void StartAll() {
    names_ = Run({"epmd", "-port", ports_[kNames], "-address", "127.0.0.1"});
    WaitFor("epmd, which RabbitMQ needs,", names_, ports_[kNames]);
    try {
      Start();
    } catch (...) {
      End(names_, SIGKILL);
      throw;
    }
  }

  void WaitFor(const std::string& program, pid_t& pid, const std::string& listens) {
    int status = 0;
    while (waitpid(pid, &status, WNOHANG) == 0) {
      if (IsListening(listens)) return;
      poll(nullptr, 0, 20);
    }
    pid = -1;
    CannotStart(program, status, folder_ + "/out");
  }

  std::string folder_;
  std::array<std::string, kPorts> ports_;
  pid_t names_ = -1;
  pid_t broker_ = -1;
};

}  // namespace mesh::test
