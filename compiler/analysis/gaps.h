// Where gaps make it uncertain what a flow does.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

/// By flow: true if a gap that `counts` stands in it or in a flow that it calls, directly or not.
std::vector<bool> FlowsWithGaps(const ir::Mesh& mesh, llvm::function_ref<bool(const ir::Gap&)> counts);

}  // namespace meshc::analysis
