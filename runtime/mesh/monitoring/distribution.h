// How long something takes, counted by duration.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mesh::monitoring {

/// Upper bounds of the counts, seconds; what takes longer is counted behind them.
inline constexpr std::array kBoundsSeconds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,  0.25,
                                              0.5,   1.0,    2.5,   5.0,  10.0,  30.0, 60.0, 300.0};

/// What a Distribution has counted.
struct Durations {
  std::array<std::uint64_t, kBoundsSeconds.size() + 1> counts = {};
  double sum_seconds = 0;

  Durations& operator+=(const Durations& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    sum_seconds += other.sum_seconds;
    return *this;
  }
};

/// Thread rule: one thread at a time adds, so that no instruction has to be locked; any thread reads.
class Distribution {
 public:
  /// Below zero, as clocks of two machines may have it, is zero.
  void Add(std::int64_t duration_ns) {
    const std::int64_t at_least_zero = std::max<std::int64_t>(duration_ns, 0);
    // Most are short, and found at once.
    std::size_t index = 0;
    while (index < kBoundsNs.size() && kBoundsNs[index] < at_least_zero) ++index;
    Raise(counts_[index], 1);
    Raise(sum_ns_, static_cast<std::uint64_t>(at_least_zero));
  }

  Durations Read() const {
    Durations durations;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      durations.counts[i] = counts_[i].load(std::memory_order_relaxed);
    durations.sum_seconds = static_cast<double>(sum_ns_.load(std::memory_order_relaxed)) / 1e9;
    return durations;
  }

 private:
  static void Raise(std::atomic<std::uint64_t>& sum, std::uint64_t by) {
    sum.store(sum.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  static constexpr std::array<std::int64_t, kBoundsSeconds.size()> kBoundsNs = [] {
    std::array<std::int64_t, kBoundsSeconds.size()> bounds = {};
    // Rounded: a bound of so many decimals is no binary fraction.
    for (std::size_t i = 0; i < bounds.size(); ++i)
      bounds[i] = static_cast<std::int64_t>(kBoundsSeconds[i] * 1e9 + 0.5);
    return bounds;
  }();

  std::array<std::atomic<std::uint64_t>, kBoundsSeconds.size() + 1> counts_ = {};
  std::atomic<std::uint64_t> sum_ns_ = 0;
};

}  // namespace mesh::monitoring
