#include "mesh/program/stoppable_input.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace mesh::program {

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18U;

}  // namespace

StoppableInput::StoppableInput(int descriptor)
    : descriptor_(descriptor), stop_event_(eventfd(0, EFD_CLOEXEC)), buffer_(kBlock) {}

StoppableInput::~StoppableInput() { close(stop_event_); }

void StoppableInput::Stop() {
  stopped_.store(true, std::memory_order_release);
  // The count never overflows, so the write cannot fail.
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(stop_event_, &one, sizeof one);
}

StoppableInput::int_type StoppableInput::underflow() {
  if (!WaitReadable()) return traits_type::eof();
  ssize_t count = 0;
  do {
    count = read(descriptor_, buffer_.data(), buffer_.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) throw std::system_error(errno, std::generic_category());
  if (count == 0) return traits_type::eof();
  setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
  return traits_type::to_int_type(buffer_.front());
}

bool StoppableInput::WaitReadable() const {
  pollfd waits[] = {{.fd = descriptor_, .events = POLLIN, .revents = 0},
                    {.fd = stop_event_, .events = POLLIN, .revents = 0}};
  while (poll(waits, 2, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return waits[1].revents == 0;
}

}  // namespace mesh::program
