// How many envelopes move. Where none does, only a signal, a timer or a new envelope changes anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace mesh::host {

/// An envelope moves while it waits in a mailbox, for a worker or for another attempt, and while it is
/// worked on; not while it is parked or waits for its children. Children and copies count like roots.
/// Thread rule: every function may be called from any thread.
class Activity {
 public:
  /// `at_rest` is called when the last one has come to rest; it must not wait. May be empty.
  explicit Activity(std::function<void()> at_rest) : at_rest_(std::move(at_rest)) {}

  void Begin() { moving_.fetch_add(1); }
  void End() {
    if (moving_.fetch_sub(1) == 1 && at_rest_) at_rest_();
  }
  std::uint64_t moving() const { return moving_.load(); }

 private:
  const std::function<void()> at_rest_;
  std::atomic<std::uint64_t> moving_ = 0;
};

}  // namespace mesh::host
