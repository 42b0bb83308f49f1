// Route tables in the cluster: what hosts read, and actors that only former tables wait for.
#pragma once

#include <vector>

#include "codegen/helm/helm.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// One file for each table, relative to the chart; none where together they are larger than a release may be.
ArtifactSet RenderTables(const std::vector<ChartTable>& tables);

/// Which tables the chart has, and on which one new envelopes enter. `fit`: there are files of them.
Map BuildRoutes(const std::vector<ChartTable>& tables, bool fit);

/// Actors that a former version has, by name, and the mesh has neither by name nor as a former name: their
/// hosts stay until what waits for them is done.
Map BuildLeaving(const std::vector<ChartTable>& tables);

}  // namespace meshc::codegen::helm
