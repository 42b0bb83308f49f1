#include "compiler/driver/releases/pinned_layout.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace meshc::driver {
namespace {

using codegen::graph::Drawing;
using Edges = std::set<std::pair<std::string, std::string>>;

/// Between two boxes, in points.
constexpr double kGap = 24;

/// In the middle of what has a place already and is joined to it; else where `box` is.
Drawing::Box Between(const std::string& node, const Edges& edges, const Drawing::Layout& placed,
                     Drawing::Box box) {
  double x = 0;
  double y = 0;
  int count = 0;
  for (const auto& [from, to] : edges) {
    if ((from == node) == (to == node)) continue;
    const auto other = placed.find(from == node ? to : from);
    if (other == placed.end()) continue;
    x += other->second.x;
    y += other->second.y;
    ++count;
  }
  if (count > 0) box.x = x / count, box.y = y / count;
  return box;
}

/// Moves the box to the right until it hides no other.
void MoveAside(Drawing::Box& box, const Drawing::Layout& placed) {
  std::vector<Drawing::Box> row;
  for (const auto& [node, other] : placed) {
    if (std::abs(other.y - box.y) < (other.height + box.height) / 2 + kGap / 2) row.push_back(other);
  }
  std::ranges::sort(row, {}, [](const Drawing::Box& other) { return other.x - other.width / 2; });
  for (const Drawing::Box& other : row) {
    if (std::abs(other.x - box.x) < (other.width + box.width) / 2 + kGap)
      box.x = other.x + (other.width + box.width) / 2 + kGap;
  }
}

}  // namespace

Drawing::Layout PinLayout(const Drawing::Layout& before, const Drawing::Layout& merged, const Edges& edges) {
  Drawing::Layout placed = before;
  std::vector<std::string> added;
  for (const auto& [node, box] : merged) {
    if (!before.contains(node)) added.push_back(node);
  }
  // The library counts heights from below.
  std::ranges::stable_sort(
      added, [&](const std::string& a, const std::string& b) { return merged.at(a).y > merged.at(b).y; });
  for (const std::string& node : added) {
    Drawing::Box box = Between(node, edges, placed, merged.at(node));
    MoveAside(box, placed);
    placed[node] = box;
  }
  return placed;
}

}  // namespace meshc::driver
