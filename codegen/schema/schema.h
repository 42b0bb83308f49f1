// The JSON Schema back end (2020-12): envelopes at entry and at exit, actors' input and output, what flows
// take, give and fail with, and the envelope on the wire.
#pragma once

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

ArtifactSet GenerateSchemas(const ir::Mesh& mesh, const analysis::Facts& facts);

}  // namespace meshc::codegen
