// Which fields are present at which point.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "compiler/support/set_pool.h"

namespace meshc::analysis {

/// By point. Points are many and fields may be, so sets share what they have in common and are read
/// field by field.
class PresentFields {
 public:
  using Slots = std::vector<std::uint32_t>;

  /// No fields at any point.
  explicit PresentFields(std::size_t points = 0) : PresentFields(points, SetPool(1)) {}
  PresentFields(std::size_t points, SetPool pool) : pool_(std::move(pool)), at_(points) {}
  /// The slots of each point.
  PresentFields(std::initializer_list<Slots> by_point);

  bool Contains(std::uint32_t point, std::uint32_t slot) const;
  /// Sorted.
  Slots operator[](std::uint32_t point) const;

  /// Flows that number their fields alike. A field stands for a member of the sets, or is given: present
  /// wherever a point is reached.
  struct Group {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  ///< Slot and member, by slot.
    std::uint32_t given = 0;                                       ///< As numbered by `KeepGiven`.
  };
  std::uint32_t AddGroup(Group group);
  /// Sorted slots.
  std::uint32_t KeepGiven(Slots given);
  void Set(std::uint32_t point, std::uint32_t group, SetId set) { at_[point] = {group, set}; }

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffffU;
  struct At {
    std::uint32_t group = kNowhere;  ///< kNowhere: the point is never reached.
    SetId set;
  };

  SetPool pool_;
  std::vector<Group> groups_;
  std::vector<Slots> given_;
  std::vector<At> at_;
};

}  // namespace meshc::analysis
