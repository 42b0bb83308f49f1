#include "mesh/lines/signal_feed.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace mesh::lines {

namespace {

/// What is longer is taken in pieces, none of which is a signal.
constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

}  // namespace

SignalFeed::SignalFeed(int descriptor, std::string fifo, Actions actions)
    : descriptor_(descriptor),
      given_(descriptor),
      fifo_(std::move(fifo)),
      actions_(std::move(actions)),
      leave_event_(eventfd(0, EFD_CLOEXEC)),
      thread_([this] { Run(); }) {}

SignalFeed::~SignalFeed() {
  const std::uint64_t one = 1;
  // The count never overflows, so the write cannot fail.
  [[maybe_unused]] const auto written = write(leave_event_, &one, sizeof one);
  thread_.join();
  close(leave_event_);
  if (descriptor_ != given_) close(descriptor_);
}

void SignalFeed::Run() {
  while (WaitReadable() && ReadOn()) {
  }
}

bool SignalFeed::WaitReadable() const {
  pollfd waits[] = {{.fd = descriptor_, .events = POLLIN, .revents = 0},
                    {.fd = leave_event_, .events = POLLIN, .revents = 0}};
  while (poll(waits, 2, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return waits[1].revents == 0;
}

bool SignalFeed::ReadOn() {
  std::array<char, 1U << 14U> part;
  const ssize_t count = read(descriptor_, part.data(), part.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count > 0) {
    can_come_ = true;
    text_.append(part.data(), static_cast<std::size_t>(count));
    TakeLines(false);
    return true;
  }
  TakeLines(true);
  const bool reopened = Reopen();
  can_come_ = false;
  actions_.changed();
  return reopened;
}

/// What has hung up says so for ever; what is opened anew says nothing until a writer comes.
bool SignalFeed::Reopen() {
  if (fifo_.empty()) return false;
  const int opened = open(fifo_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return false;
  if (descriptor_ != given_) close(descriptor_);
  descriptor_ = opened;
  return true;
}

void SignalFeed::TakeLines(bool last) {
  std::string_view rest = text_;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos && !last && rest.size() < kLongestLine) break;
    actions_.take(++lines_, rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  text_.erase(0, text_.size() - rest.size());
}

}  // namespace mesh::lines
