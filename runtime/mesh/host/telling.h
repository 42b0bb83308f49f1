// Tells what becomes of envelopes: to the counts of the host, and to whoever observes it.
#pragma once

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/host/counting.h"
#include "mesh/observation/observer.h"
#include "mesh/transport/clock.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Telling {
 public:
  /// Clock and observers outlive it.
  Telling(const transport::Clock& clock, std::size_t actors, std::vector<observation::Observer*> observers)
      : clock_(clock), observers_(std::move(observers)), counting_(actors) {}

  /// Where nobody observes, it costs what the counts cost: no look at the clock, no virtual call.
  template <typename What>
  void Tell(const What& what) {
    counting_.Count(what);
    if (observers_.empty()) return;
    const observation::Event event{clock_.now_ns(), what};
    for (observation::Observer* const observer : observers_) observer->Observe(event);
  }

  /// The same of an event of any kind.
  void Tell(const observation::What& what) {
    std::visit([this](const auto& told) { Tell(told); }, what);
  }

  /// False: what is costly to tell need not be told.
  bool observed() const { return !observers_.empty(); }
  const Counting& counting() const { return counting_; }

 private:
  const transport::Clock& clock_;
  const std::vector<observation::Observer*> observers_;
  Counting counting_;
};

}  // namespace mesh::host
