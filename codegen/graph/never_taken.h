// Which arrows of a flow's picture nobody can have taken, where visits were counted.
#pragma once

#include <vector>

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// By arrow: true if it leads to a node that was not visited, or comes from where nobody can have been
/// because every way there passes such a node. Where errors may have led nothing is claimed.
std::vector<bool> NeverTaken(const Model& model);

}  // namespace meshc::codegen::graph
