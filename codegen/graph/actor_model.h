// The mesh level: actors and who may follow whom, across all flows.
#pragma once

#include "codegen/graph/model.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Ids are actor names; `<flow>/start`, `success` and `failure` mark the ends.
Model BuildActorModel(const ir::Mesh& mesh, const analysis::Facts& facts);

}  // namespace meshc::codegen::graph
