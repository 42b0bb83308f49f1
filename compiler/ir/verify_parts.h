// The parts of Verify. Each takes a mesh whose ids earlier parts have found to be in range.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

using Problems = std::vector<std::string>;

/// Ids of flows, points, loops, handlers; names unique and sorted; edges stay in their flow.
void VerifyShape(const Mesh& mesh, Problems& problems);

/// Operand counts, order and indices of every expression of the store.
void VerifyExpressions(const Mesh& mesh, Problems& problems);

/// What each point says of actors, fields, errors and expressions fits the declarations.
void VerifyOperands(const Mesh& mesh, Problems& problems);

/// Frames and loops are the same on all paths to a point; finally regions and their exits agree.
void VerifyScopes(const Mesh& mesh, Problems& problems);

/// Scenarios name what exists.
void VerifyScenarios(const Mesh& mesh, Problems& problems);

}  // namespace meshc::ir
