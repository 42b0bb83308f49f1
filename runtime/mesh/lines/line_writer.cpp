#include "mesh/lines/line_writer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mesh::lines {

namespace {

/// So long a line waits for others, unless there are so many bytes.
constexpr std::chrono::microseconds kMoment{200};
constexpr std::size_t kMuch = std::size_t{1} << 16U;

std::uint64_t CountLines(std::string_view text) {
  std::uint64_t count = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
    ++count;
  return count;
}

bool IsRegular(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

LineWriter::LineWriter(int descriptor, std::function<void()> changed)
    : descriptor_(descriptor),
      leave_event_(eventfd(0, EFD_CLOEXEC)),
      blocks_(!IsRegular(descriptor)),
      changed_(std::move(changed)),
      thread_([this] { Run(); }) {}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  put_.notify_one();
  const std::uint64_t one = 1;
  // The count never overflows, so the write cannot fail.
  [[maybe_unused]] const auto written = write(leave_event_, &one, sizeof one);
  thread_.join();
  close(leave_event_);
}

void LineWriter::Put(Line line) {
  {
    const std::lock_guard lock(mutex_);
    // A line that nobody will write gives its room back at once.
    if (error_ != 0) return;
    waiting_.text += line.text;
    waiting_.text += '\n';
    waiting_.credits.push_back(std::move(line.credit));
    if (waiting_.credits.size() > 1 && waiting_.text.size() < kMuch) return;
  }
  put_.notify_one();
}

bool LineWriter::idle() const {
  const std::lock_guard lock(mutex_);
  return error_ != 0 || (waiting_.credits.empty() && !writing_);
}

std::string LineWriter::problem() const {
  const std::lock_guard lock(mutex_);
  return error_ == 0 ? "" : std::generic_category().message(error_);
}

void LineWriter::Lines::Clear() {
  constexpr std::size_t kMostKept = std::size_t{1} << 20U;
  text.clear();
  if (text.capacity() > kMostKept) text.shrink_to_fit();
  credits.clear();
}

void LineWriter::Run() {
  for (Lines lines; TakePut(lines);) {
    const int error = Write(lines.text);
    Lines dropped;
    {
      const std::lock_guard lock(mutex_);
      writing_ = false;
      error_ = error;
      if (error != 0) std::swap(dropped, waiting_);
    }
    // The room is free before anybody looks for it.
    lines.Clear();
    dropped.Clear();
    if (changed_) changed_();
  }
}

bool LineWriter::TakePut(Lines& lines) {
  std::unique_lock lock(mutex_);
  put_.wait(lock, [this] { return leaving_ || !waiting_.credits.empty(); });
  put_.wait_for(lock, kMoment, [this] { return leaving_ || waiting_.text.size() >= kMuch; });
  if (leaving_) return false;
  writing_ = true;
  std::swap(lines, waiting_);
  return true;
}

int LineWriter::Write(std::string_view text) {
  while (!text.empty()) {
    // Where there is room for anything there is room for so much.
    const std::size_t most = blocks_ ? std::min<std::size_t>(text.size(), PIPE_BUF) : text.size();
    if (blocks_ && !WaitWritable()) return 0;
    const ssize_t count = write(descriptor_, text.data(), most);
    if (count < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (count <= 0) continue;
    const std::string_view written = text.substr(0, static_cast<std::size_t>(count));
    lines_written_ += CountLines(written);
    text.remove_prefix(written.size());
  }
  return 0;
}

bool LineWriter::WaitWritable() {
  pollfd waits[] = {{.fd = descriptor_, .events = POLLOUT, .revents = 0},
                    {.fd = leave_event_, .events = POLLIN, .revents = 0}};
  int timeout = 0;
  for (int ready = poll(waits, 2, timeout); ready <= 0; ready = poll(waits, 2, timeout)) {
    if (ready < 0 && errno != EINTR) break;
    timeout = -1;
    if (blocked_.exchange(true) || !changed_) continue;
    changed_();
  }
  blocked_ = false;
  return waits[0].revents != 0 || waits[1].revents == 0;
}

}  // namespace mesh::lines
