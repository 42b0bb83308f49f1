// Which fields are present at which point.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace meshc::analysis {

/// Sorted slots by point. Points with equal slots share them: a flow has many more points than sets.
class PresentFields {
 public:
  using Slots = std::vector<std::uint32_t>;

  /// No fields at any point.
  explicit PresentFields(std::size_t points = 0) : of_point_(points, 0) {}
  /// The slots of each point.
  PresentFields(std::initializer_list<Slots> by_point) {
    for (const Slots& slots : by_point) {
      of_point_.push_back(0);
      Set(static_cast<std::uint32_t>(of_point_.size() - 1), slots);
    }
  }

  const Slots& operator[](std::uint32_t point) const { return sets_[of_point_[point]]; }
  /// Equal for points that share their slots.
  std::uint32_t SetOf(std::uint32_t point) const { return of_point_[point]; }

  void Set(std::uint32_t point, Slots slots) {
    of_point_[point] = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(std::move(slots));
  }
  void Share(std::uint32_t point, std::uint32_t other) { of_point_[point] = of_point_[other]; }

 private:
  std::vector<Slots> sets_{Slots{}};
  std::vector<std::uint32_t> of_point_;
};

}  // namespace meshc::analysis
