// A layout that costs next to nothing: a node per row, as the statements stand in the source, indented by
// its frames, with all arrows that do not lead to the next row in lanes at the right.
//
// The library's layered layout routes every arrow through all rows that it passes, which takes minutes where
// many long arrows lie side by side. This one takes as many steps as there are nodes and arrows, but for
// sorting.
#pragma once

#include <vector>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// In points; y counts downwards.
struct Spot {
  double x = 0;
  double y = 0;
};

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

struct OutlineArrow {
  std::vector<Spot> corners;  ///< From its start to its tip.
  Spot label;                 ///< The middle of its text.
};

/// Places for all parts of a model, by their index there.
struct Outline {
  std::vector<Box> nodes;
  std::vector<Box> regions;
  std::vector<OutlineArrow> arrows;
  double width = 0;
  double height = 0;
};

Outline LayOutRows(const Model& model);

}  // namespace meshc::codegen::graph
