#include "compiler/driver/world/dialogue.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "compiler/driver/world/memory_limit.h"

extern char** environ;

namespace meshc::driver {
namespace {

/// A file without a name that vanishes when it is closed; null if none can be made.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// One socket is both ends: what is written to a program that has gone is an error, not a signal.
class SocketDialogue final : public Dialogue {
 public:
  SocketDialogue(int socket, TemporaryFile errors, pid_t process)
      : socket_(socket), errors_(std::move(errors)), process_(process) {}
  ~SocketDialogue() override { Close(); }
  SocketDialogue(const SocketDialogue&) = delete;
  SocketDialogue& operator=(const SocketDialogue&) = delete;

  bool Write(std::string_view text) override {
    while (!text.empty()) {
      const ssize_t count = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  std::optional<std::string> ReadLine() override {
    std::size_t end = 0;
    while ((end = unread_.find('\n')) == std::string::npos) {
      if (!ReadMore()) return std::nullopt;
    }
    std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    return line;
  }

  std::optional<std::string> ReadBytes(std::size_t count) override {
    while (unread_.size() < count) {
      if (!ReadMore()) return std::nullopt;
    }
    std::string bytes = unread_.substr(0, count);
    unread_.erase(0, count);
    return bytes;
  }

  int Close() override {
    if (socket_ < 0) return exit_code_;
    close(std::exchange(socket_, -1));
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    return exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string Complaint() const override {
    std::string text;
    if (errors_ == nullptr) return text;
    std::array<char, 1U << 10U> part;
    off_t at = 0;
    for (ssize_t count = 0; (count = pread(fileno(errors_.get()), part.data(), part.size(), at)) > 0;
         at += count) {
      for (const char c : std::string_view(part.data(), static_cast<std::size_t>(count))) {
        const bool is_blank = c == ' ' || c == '\n' || c == '\t';
        if (!is_blank)
          text += c;
        else if (!text.empty() && text.back() != ' ')
          text += ' ';
      }
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
  }

 private:
  bool ReadMore() {
    std::array<char, 1U << 16U> part;
    ssize_t count = 0;
    do {
      count = recv(socket_, part.data(), part.size(), 0);
    } while (count < 0 && errno == EINTR);
    if (count > 0) unread_.append(part.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int socket_;
  TemporaryFile errors_;
  pid_t process_;
  int exit_code_ = -1;
  std::string unread_;
};

std::vector<char*> EnvironmentWithout(const std::vector<std::string>& names) {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    if (std::find(names.begin(), names.end(), name) == names.end()) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

/// Starts the program with `end` as its input and output. Returns an error number; 0 means that it runs.
int Spawn(const std::string& program, const std::vector<std::string>& arguments, int end, std::FILE* errors,
          std::vector<char*> environment, pid_t& process) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO);
  if (errors != nullptr)
    posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const CallersMemoryLimit limit;
  const int error =
      posix_spawnp(&process, program.c_str(), &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

std::variant<std::unique_ptr<Dialogue>, ProcessFailure> StartDialogue(
    const std::string& program, const std::vector<std::string>& arguments,
    const std::vector<std::string>& without) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return ProcessFailure{std::strerror(errno)};
  TemporaryFile errors(std::tmpfile(), &std::fclose);
  pid_t process = 0;
  const int error = Spawn(program, arguments, ends[1], errors.get(), EnvironmentWithout(without), process);
  close(ends[1]);
  if (error == 0) return std::make_unique<SocketDialogue>(ends[0], std::move(errors), process);
  close(ends[0]);
  return ProcessFailure{program + ": " + std::strerror(error)};
}

}  // namespace meshc::driver
