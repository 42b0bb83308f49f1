// Keeps an entrance shut while too much waits in the mesh, whoever has put it there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "mesh/program/events.h"
#include "mesh/transport/clock.h"

namespace mesh::program {

/// Belongs to the thread of the entrance.
class WaitingLimit {
 public:
  /// `waiting` is read once a second at most; `most` of 0: there is no limit. `events` is told when it is
  /// time to ask again. The clock outlives it.
  WaitingLimit(transport::Clock& clock, std::uint64_t most, std::function<std::uint64_t()> waiting,
               std::shared_ptr<Events> events)
      : clock_(clock), most_(most), waiting_(std::move(waiting)), events_(std::move(events)) {}

  bool IsExceeded() {
    constexpr std::int64_t kPauseNs = 1'000'000'000;
    if (most_ == 0 || clock_.now_ns() < next_ns_) return exceeded_;
    exceeded_ = waiting_() > most_;
    next_ns_ = clock_.now_ns() + kPauseNs;
    if (exceeded_) clock_.At(next_ns_, [events = events_] { events->Notify(); });
    return exceeded_;
  }

 private:
  transport::Clock& clock_;
  const std::uint64_t most_;
  const std::function<std::uint64_t()> waiting_;
  const std::shared_ptr<Events> events_;
  bool exceeded_ = false;
  std::int64_t next_ns_ = 0;
};

}  // namespace mesh::program
