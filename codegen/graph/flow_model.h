// The flow and actor levels: calls, decisions, loops and error edges, one cluster for each flow.
#pragma once

#include <optional>

#include "codegen/graph/point_node.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Ids are names of program points; `<flow>/start`, `<flow>/success` and `<flow>/failure` mark the ends.
Model BuildFlowModel(const ir::Mesh& mesh, const analysis::Facts& facts, const FlowDetail& detail,
                     std::optional<types::FlowId> only);

}  // namespace meshc::codegen::graph
