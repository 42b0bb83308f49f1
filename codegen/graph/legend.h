// What the shapes, frames and arrows of a picture mean.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// One kind that the picture shows. Exactly one of the three is set.
struct LegendRow {
  std::optional<NodeKind> node;
  std::optional<EdgeKind> edge;
  std::optional<RegionKind> region;
  std::string_view meaning;
};

/// A row for each kind that occurs and does not say itself what it is: nodes, then frames, then arrows, each
/// in the order of the kinds.
std::vector<LegendRow> Legend(const Model& model);

}  // namespace meshc::codegen::graph
