#include "compiler/language_server/run_apart.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace meshc::language_server {
namespace {

/// Behind everything that was written, so that who reads knows that it is all.
constexpr char kEnd = '.';
/// Without a byte for so long, it will never come.
constexpr int kPatienceMs = 60'000;

void WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string ReadAll(int descriptor) {
  std::string bytes;
  std::array<char, 1U << 16U> piece{};
  while (true) {
    pollfd arrival{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int ready = poll(&arrival, 1, kPatienceMs);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return bytes;
    const ssize_t count = read(descriptor, piece.data(), piece.size());
    if (count == 0 || (count < 0 && errno != EINTR)) return bytes;
    if (count > 0) bytes.append(piece.data(), static_cast<std::size_t>(count));
  }
}

/// Nothing that this process has begun to write is written by its copy, which ends without a flush; nor does
/// the copy hold the editor's streams open when this process has gone.
[[noreturn]] void WorkAndEnd(const std::function<std::string()>& work, int descriptor) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  try {
    WriteAll(descriptor, work() + kEnd);
  } catch (...) {  // The end is missing: that says it.
  }
  _exit(EXIT_SUCCESS);
}

}  // namespace

std::optional<std::string> RunApart(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return work();
  const pid_t copy = fork();
  if (copy == 0) WorkAndEnd(work, ends[1]);
  close(ends[1]);
  std::string bytes = copy > 0 ? ReadAll(ends[0]) : std::string();
  close(ends[0]);
  if (copy < 0) return work();
  kill(copy, SIGKILL);  // It has ended, unless it hangs.
  while (waitpid(copy, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (bytes.empty() || bytes.back() != kEnd) return std::nullopt;
  bytes.pop_back();
  return bytes;
}

}  // namespace meshc::language_server
