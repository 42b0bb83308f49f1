// How long something took, kept so that the time which so many stayed below can be read off.
#pragma once

#include <cstdint>
#include <map>

namespace mesh::monitoring {

/// Takes a few bytes per order of magnitude, however many times are added. Thread rule: one at a time.
class Quantiles {
 public:
  /// Below zero, as clocks of two machines may have it, is zero.
  void Add(std::int64_t duration_ns);
  /// The least time, and at most a sixteenth more, that `share` (0 to 1) of the times did not exceed; 0:
  /// there are none.
  std::int64_t At(double share) const;
  bool empty() const { return count_ == 0; }

 private:
  std::map<std::uint32_t, std::uint64_t> classes_;  ///< How many times, by size class.
  std::uint64_t count_ = 0;
};

}  // namespace mesh::monitoring
