// A picture as a drawing of the graph library, styled.
#pragma once

#include "codegen/graph/drawing.h"
#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// Fills an empty drawing.
void Draw(const Model& model, Drawing& drawing);

}  // namespace meshc::codegen::graph
