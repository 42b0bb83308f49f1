// Wakes a thread that waits in poll(2).
#pragma once

#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

namespace mesh::transport {

/// Thread rule: every function may be called from any thread.
class WakeEvent {
 public:
  WakeEvent() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~WakeEvent() { close(descriptor_); }
  WakeEvent(const WakeEvent&) = delete;
  WakeEvent& operator=(const WakeEvent&) = delete;

  int descriptor() const { return descriptor_; }
  void Notify() const {
    const std::uint64_t one = 1;
    // Full only if it is readable anyway.
    [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
  }
  void Clear() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto count_read = read(descriptor_, &count, sizeof count);
  }

 private:
  const int descriptor_;
};

}  // namespace mesh::transport
