// The JSON Schema back end (2020-12): envelopes at entry and at exit, actors' input and output.
#pragma once

#include "codegen/common/artifact.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

ArtifactSet GenerateSchemas(const ir::Mesh& mesh);

}  // namespace meshc::codegen
