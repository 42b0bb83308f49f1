// The JSON Schema back end (2020-12): envelopes at entry and at exit, actors' input and output, what flows
// take, give and fail with, and the envelope on the wire.
#pragma once

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

/// Warns of what the schemas have to leave out.
void CheckSchemas(const types::Declarations& declarations, diagnostics::Diagnostics& diagnostics);

ArtifactSet GenerateSchemas(const ir::Mesh& mesh, const analysis::Facts& facts);

}  // namespace meshc::codegen
