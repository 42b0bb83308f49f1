// A chart for tests that look at other things than its route tables.
#pragma once

#include "codegen/helm/helm.h"

namespace meshc::codegen {

inline ArtifactSet ChartOf(const ir::Mesh& mesh, const ChartOptions& options) {
  mesh::contract::RouteTable table;
  table.mesh = mesh.declarations.mesh;
  table.digest = "0123456789abcdef";
  return GenerateChart(mesh, options, {{{&table}, "{}\n"}});
}

}  // namespace meshc::codegen
