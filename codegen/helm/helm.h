// The back end for Kubernetes and KEDA: `deploy/`.
#pragma once

#include <string>

#include "codegen/common/artifact.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

struct ChartOptions {
  std::string deploy;   ///< The one whose values are those of the chart; empty: those of the mesh alone.
  std::string version;  ///< Of the chart; empty: follows from its content.
};

/// Reports what the deploys that `options` asks for state, and the chart or hosts cannot keep.
void CheckChart(const types::Declarations& declarations, const ChartOptions& options,
                diagnostics::Diagnostics& diagnostics);

ArtifactSet GenerateChart(const ir::Mesh& mesh, const ChartOptions& options);

}  // namespace meshc::codegen
