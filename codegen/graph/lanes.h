// Parallel lines that share as few places as they can.
#pragma once

#include <cstddef>
#include <vector>

namespace meshc::codegen::graph {

/// A vertical stretch that wants a lane of its own. `end` is not before `begin`.
struct Stretch {
  double begin = 0;
  double end = 0;
};

/// A lane for each stretch, counted from 0, such that those of one lane do not touch, and with as few lanes
/// as can be.
std::vector<std::size_t> AssignLanes(const std::vector<Stretch>& stretches);

}  // namespace meshc::codegen::graph
