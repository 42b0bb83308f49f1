// How large text is about, without a font at hand.
#pragma once

#include <string_view>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

struct TextSize {
  double width = 0;  ///< Points.
  double height = 0;
};

/// Rather too large than too small. Lines end at `\n`.
TextSize MeasureText(std::string_view text, double font_size);

/// The room that the label and the details of a node need, with its border.
TextSize MeasureNode(const Node& node);

}  // namespace meshc::codegen::graph
