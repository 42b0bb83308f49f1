// Observed traffic, laid over a picture.
#pragma once

#include <string>
#include <vector>

#include "codegen/graph/counts.h"
#include "codegen/graph/graph.h"
#include "codegen/graph/model.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Notes at nodes and arrows of a picture of `mesh` what passed them. What is told is certain: an arrow of
/// which nobody can know how often it was taken says nothing. At the mesh level what was taken but is not
/// drawn becomes an arrow of its own.
void LayCounts(const TrafficCounts& counts, const ir::Mesh& mesh, GraphLevel level, Model& model);

/// What was counted and is not in the mesh, in words: `actor judge`, `arrow a -> b`. `picture` is that of the
/// mesh level, without counts.
std::vector<std::string> FindUnknown(const TrafficCounts& counts, const ir::Mesh& mesh, const Model& picture);

}  // namespace meshc::codegen::graph
