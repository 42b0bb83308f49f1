// From the mesh to a picture: what is drawn at which level.
#pragma once

#include "codegen/graph/graph.h"
#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// The picture of the whole mesh.
Model BuildModel(const ir::Mesh& mesh, const analysis::Facts& facts, GraphLevel level);

}  // namespace meshc::codegen::graph
