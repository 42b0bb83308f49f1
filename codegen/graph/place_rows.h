// A drawing with the places of an outline, so that the library only has to paint it.
#pragma once

#include "codegen/graph/drawing.h"
#include "codegen/graph/model.h"
#include "codegen/graph/outline.h"

namespace meshc::codegen::graph {

/// Takes over places for all that `Draw` has drawn.
void PlaceRows(const Model& model, const Outline& outline, Drawing& drawing);

}  // namespace meshc::codegen::graph
