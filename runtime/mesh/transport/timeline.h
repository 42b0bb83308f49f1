// Actions in the order of their moments: what every clock keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "mesh/transport/clock.h"

namespace mesh::transport {

/// Not safe for several threads; a clock guards its own.
class Timeline {
 public:
  TimerId Add(std::int64_t time_ns, Action action);
  /// The earliest moment; none: nothing is planned.
  std::optional<std::int64_t> next_ns() const;
  /// Takes out the earliest action. The timeline is not empty.
  Action TakeNext();
  /// Takes out that action; empty if it is not planned any more.
  Action Remove(TimerId timer);
  std::size_t size() const { return entries_.size(); }

 private:
  using Place = std::pair<std::int64_t, std::uint64_t>;  ///< Moment, then order of adding.
  std::map<Place, Action> entries_;
  std::uint64_t added_ = 0;
};

}  // namespace mesh::transport
