// A large picture as several small ones, for readers that take no large one.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// How much one picture may hold.
struct PartLimits {
  std::size_t edges = 0;
  std::size_t text = 0;  ///< Of everything that `TextSizes` counts.
};

/// What the written form of each takes, at most.
struct TextSizes {
  std::function<std::size_t(const Node&)> node;
  std::function<std::size_t(const Edge&)> edge;
  std::function<std::size_t(const Region&)> region;
};

/// The parts of `model` in the order of the source, flows together where they fit. Each arrow stands in one
/// part, with both its ends and the frames around them; so nodes may stand in several. One part: it fits.
std::vector<Model> SplitModel(const Model& model, const PartLimits& limits, const TextSizes& sizes);

/// A node for each part, which names what is in it, and an arrow from one part to another that shows where
/// one of its arrows leads. What `most_edges` do not suffice for has none.
Model OverviewOf(const Model& model, const std::vector<Model>& parts, std::size_t most_edges);

}  // namespace meshc::codegen::graph
