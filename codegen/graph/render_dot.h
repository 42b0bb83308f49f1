// A picture as a drawing of the graph library, styled.
#pragma once

#include <string>

#include "codegen/graph/drawing.h"
#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// Fills an empty drawing. `model` is printable.
void Draw(const Model& model, Drawing& drawing);

/// Gives each arrow the id `e` and its number in the model, for who looks for it in an SVG.
void NumberEdges(const Model& model, Drawing& drawing);

/// What tells an edge from others between the same nodes.
std::string EdgeKey(const Model& model, const Edge& edge);

/// Of the label of a frame, in points.
double LabelSize(const Region& region);

}  // namespace meshc::codegen::graph
