// The back end for Kubernetes and KEDA: `deploy/`.
#pragma once

#include <string>
#include <vector>

#include "codegen/common/artifact.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"
#include "mesh/contract/promises.h"

namespace meshc::codegen {

/// Where an image is built: in a folder that holds the handlers and the compiled tree.
struct BuildPlace {
  std::string context = "..";  ///< As it is reached from `deploy/`.
  std::string tree = ".";      ///< The compiled tree, from there.
};

struct ChartOptions {
  std::string deploy;   ///< The one whose values are those of the chart; empty: those of the mesh alone.
  std::string version;  ///< Of the chart; empty: follows from its content.
  BuildPlace place = {};
};

/// A version whose envelopes may be on their way: hosts in the cluster read its table.
struct ChartTable {
  mesh::contract::Version version;  ///< Outlives it.
  std::string routes;               ///< Its `routes.json`.
};

/// Reports what the deploys that `options` asks for state, and the chart or hosts cannot keep; of `mesh`,
/// which is null after errors, times that Kubernetes cannot count.
void CheckChart(const types::Declarations& declarations, const ir::Mesh* mesh, const ChartOptions& options,
                diagnostics::Diagnostics& diagnostics);

/// `tables`: at least that of the mesh, which is the first.
ArtifactSet GenerateChart(const ir::Mesh& mesh, const ChartOptions& options,
                          const std::vector<ChartTable>& tables);

}  // namespace meshc::codegen
