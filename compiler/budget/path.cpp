#include "compiler/budget/path.h"

#include <algorithm>

namespace meshc::budget {

PathId Paths::Add(Step step) {
  steps_.push_back(std::move(step));
  return parts_.Add({Kind::kStep, static_cast<std::uint32_t>(steps_.size() - 1), {}, {}, {}});
}

PathId Paths::Then(PathId first, PathId second) {
  if (!first.has_value()) return second;
  if (!second.has_value()) return first;
  const std::uint32_t size = std::min(parts_[first].size + parts_[second].size, kManySteps);
  return parts_.Add({Kind::kThen, 0, first, second, {}, size});
}

PathId Paths::Times(PathId path, Amount count) {
  if (!path.has_value() || count == Amount()) return {};
  return count == Amount(1) ? path : parts_.Add({Kind::kTimes, 0, path, {}, count, parts_[path].size});
}

}  // namespace meshc::budget
