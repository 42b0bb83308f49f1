// Which edges close a loop.
#pragma once

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// Turns each `next` edge into a `back` edge if its target is on the path on which a walk in
/// drawing order came to it.
void MarkBackEdges(Model& model);

}  // namespace meshc::codegen::graph
