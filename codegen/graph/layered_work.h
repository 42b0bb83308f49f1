// How long the library's layered layout would take, without asking it.
#pragma once

#include <cstddef>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// The rows that all arrows pass, a label counting as one more, and the frames around all nodes. The layout
/// makes a part of its own of each, and takes more than linear time in their number.
std::size_t LayeredWork(const Model& model);

/// Above this much work, which takes the layered layout a few seconds, pictures have a row per node.
inline constexpr std::size_t kMostLayeredWork = 3000;

}  // namespace meshc::codegen::graph
