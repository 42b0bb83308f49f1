// Credit at the entrance: bounds how many envelopes are in a mesh at once. What is in the mesh already
// never waits here; where it grows beyond the bound the entrance stays shut until it has shrunk again.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "mesh/transport/clock.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Admission {
 public:
  /// `emptied` is called when it is empty after a change, from any thread; it must not wait. May be empty.
  /// Where nobody `waits`, Enter and WaitUntilEmpty answer at once.
  explicit Admission(std::uint32_t credit, std::function<void()> emptied = {}, bool waits = true);

  /// Waits for room. False: closed, or there is none and nobody waits.
  [[nodiscard]] bool Enter();
  /// As many as have entered, or were added, leave, each once.
  void Leave();
  /// One more that somebody waits for, room or not: the copy of a tap.
  void Add();
  /// Takes credit for so many more at most, without waiting; less if there is less room.
  std::uint32_t TakeUpTo(std::uint32_t count);

  /// A fork goes on with its parent alone: its credit is returned but for children that nobody wants any
  /// more. Each of those leaves by LeaveLate.
  void EndFork(std::uint32_t credit, std::uint32_t losers);
  void LeaveLate();

  /// Who is parked holds no credit, and takes it again, room or not.
  void Park();
  void Wake();

  /// Nobody enters any more.
  void Close();
  /// Waits until all have left or are unwanted, parked ones too; false if `until_ns` comes first.
  bool WaitUntilEmpty(transport::Clock& clock, std::int64_t until_ns);

  /// What WaitUntilEmpty waits for.
  bool empty() const;
  std::uint64_t inside() const;  ///< Credit in use.
  std::uint64_t parked() const;

 private:
  /// Outlives the admission in a timer that runs.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::uint64_t credit = 0;
    std::uint64_t inside = 0;
    std::uint64_t unwanted = 0;  ///< Of those inside.
    std::uint64_t parked = 0;
    bool closed = false;
    bool empty() const { return inside == unwanted && parked == 0; }
  };
  template <typename Change>
  void Do(const Change& change);

  std::shared_ptr<State> state_;
  const std::function<void()> emptied_;
  const bool waits_;
};

}  // namespace mesh::host
