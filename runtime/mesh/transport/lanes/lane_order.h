// From which lane the next message is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesh/transport/lanes/lanes.h"

namespace mesh::transport {

class LaneOrder {
 public:
  /// A message that waits is taken after so many others at the latest, as long as there are fewer lanes.
  static constexpr std::uint32_t kMostTakes = 100;

  explicit LaneOrder(const Lanes& lanes);

  /// The lane of the next take, of those in which something waits; none: nothing waits anywhere.
  std::optional<std::size_t> Next(const std::vector<bool>& waits);

 private:
  std::optional<std::size_t> Starving(const std::vector<bool>& waits) const;
  std::size_t ByWeight(const std::vector<bool>& waits);

  struct Lane {
    std::uint32_t weight = 0;
    std::int64_t credit = 0;   ///< Of the smooth weighted round robin.
    std::uint32_t passed = 0;  ///< Takes from others since something waits here.
  };
  std::vector<Lane> lanes_;
  bool weighted_;
  std::uint32_t limit_;
};

}  // namespace mesh::transport
