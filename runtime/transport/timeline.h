// Actions in the order of their moments: what every clock keeps.
#pragma once

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "mesh/transport/clock.h"

namespace mesh::transport {

/// Not safe for several threads; a clock guards its own.
class Timeline {
 public:
  void Add(std::int64_t time_ns, Action action);
  /// The earliest moment; none: nothing is planned.
  std::optional<std::int64_t> next_ns() const;
  /// Takes out the earliest action. The timeline is not empty.
  Action TakeNext();

 private:
  struct Entry {
    std::int64_t time_ns;
    std::uint64_t order;
    Action action;
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const;
  };
  std::priority_queue<Entry, std::vector<Entry>, Later> entries_;
  std::uint64_t added_ = 0;
};

}  // namespace mesh::transport
