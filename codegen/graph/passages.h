// Ways from point to point as edges: their kind, and why control takes them, in words.
#pragma once

#include <string>

#include "codegen/graph/model.h"
#include "compiler/analysis/trace/passage.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

EdgeKind EdgeKindOf(analysis::PassageKind kind);

/// `yes`, `refund · after 3 rounds`; empty: there is nothing to say.
std::string PrintReasons(const ir::Mesh& mesh, const analysis::Passage& passage);

}  // namespace meshc::codegen::graph
