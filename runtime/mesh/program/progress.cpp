#include "mesh/program/progress.h"

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace mesh::program {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(200);

}  // namespace

Progress::Progress(ErrorLines& lines, std::function<std::string()> text)
    : lines_(lines), text_(std::move(text)), thread_([this] { Run(); }) {}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  leave_.notify_one();
  thread_.join();
  lines_.ShowProgress("");
}

void Progress::Run() {
  std::unique_lock lock(mutex_);
  // At least once, however short the run is.
  do {
    lines_.ShowProgress(text_());
    leave_.wait_for(lock, kBetweenLooks);
  } while (!leaving_);
}

bool WantsProgress(int output) {
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return !dumb && isatty(STDERR_FILENO) != 0 && isatty(output) == 0;
}

}  // namespace mesh::program
