// Credit at the entrance: bounds how many envelopes are in a mesh at once.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "mesh/transport/clock.h"

namespace mesh::host {

class Admission {
 public:
  explicit Admission(std::uint32_t credit);

  /// Waits for room. False: closed.
  [[nodiscard]] bool Enter();
  /// As many as have entered leave, each once.
  void Leave();
  /// Takes credit for so many more at most, without waiting; less if there is less room. Each is to be
  /// returned.
  std::uint32_t TakeUpTo(std::uint32_t count);
  void Return(std::uint32_t count);
  /// Nobody enters any more.
  void Close();
  /// Waits until all have left; false if `until_ns` comes first.
  bool WaitUntilEmpty(transport::Clock& clock, std::int64_t until_ns);

  std::uint32_t inside() const;

 private:
  /// Outlives the admission in a timer that is still planned.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::uint32_t credit = 0;
    std::uint32_t inside = 0;
    bool closed = false;
    bool overtime = false;
  };
  std::shared_ptr<State> state_;
};

}  // namespace mesh::host
