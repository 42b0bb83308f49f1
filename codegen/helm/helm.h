// The Helm back end: a constant chart and generated values.
#pragma once

#include "codegen/common/artifact.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

/// `deploy/Dockerfile` and `deploy/helm/<mesh>/...`
ArtifactSet GenerateChart(const ir::Mesh& mesh);

}  // namespace meshc::codegen
