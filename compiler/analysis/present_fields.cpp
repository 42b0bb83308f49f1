#include "compiler/analysis/present_fields.h"

#include <algorithm>

namespace meshc::analysis {

PresentFields::PresentFields(std::initializer_list<Slots> by_point) : PresentFields(by_point.size()) {
  for (std::uint32_t point = 0; point < by_point.size(); ++point) {
    const Slots& slots = by_point.begin()[point];
    Set(point, AddGroup({{}, KeepGiven(slots)}), {});
  }
}

std::uint32_t PresentFields::AddGroup(Group group) {
  groups_.push_back(std::move(group));
  return static_cast<std::uint32_t>(groups_.size() - 1);
}

std::uint32_t PresentFields::KeepGiven(Slots given) {
  given_.push_back(std::move(given));
  return static_cast<std::uint32_t>(given_.size() - 1);
}

bool PresentFields::Contains(std::uint32_t point, std::uint32_t slot) const {
  const At& at = at_[point];
  if (at.group == kNowhere) return false;
  const Group& group = groups_[at.group];
  const auto member =
      std::lower_bound(group.members.begin(), group.members.end(), std::make_pair(slot, std::uint32_t{0}));
  if (member != group.members.end() && member->first == slot) return pool_.Contains(at.set, member->second);
  const Slots& given = given_[group.given];
  return std::binary_search(given.begin(), given.end(), slot);
}

PresentFields::Slots PresentFields::operator[](std::uint32_t point) const {
  const At& at = at_[point];
  if (at.group == kNowhere) return {};
  const Group& group = groups_[at.group];
  Slots slots = given_[group.given];
  for (const auto& [slot, member] : group.members) slots.push_back(slot);
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  slots.erase(
      std::remove_if(slots.begin(), slots.end(), [&](std::uint32_t slot) { return !Contains(point, slot); }),
      slots.end());
  return slots;
}

}  // namespace meshc::analysis
