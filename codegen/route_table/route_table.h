// The route table back end: the mesh as `mesh::contract` data, as C++ and as JSON.
#pragma once

#include <string>
#include <utility>

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"
#include "mesh/compatibility/promises_data.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/route/table_data.h"

namespace meshc::codegen {

/// Every decision of this back end. Types are numbered in the order in which sorted declarations
/// reach them.
mesh::route::TableData BuildTable(const ir::Mesh& mesh, const analysis::Facts& facts);

/// What the version promises to others; its indices are those of `table`, which is the mesh's own.
mesh::compatibility::PromisesData BuildPromises(const ir::Mesh& mesh, const mesh::route::TableData& table);

/// The scenarios of the mesh on that table; the set owns all of its text. `sources` gives the
/// file names and lines that results are reported at.
mesh::deterministic::ScenarioSet BuildScenarios(const ir::Mesh& mesh, const mesh::route::TableData& table,
                                                const source::SourceManager& sources);

/// Deploys show in none of them. `routes/route_table.cpp`, `routes/routes.json`, `routes/scenarios.json`, the
/// last without lines.
ArtifactSet RenderRoutes(const mesh::route::TableData& table, const mesh::contract::Promises& promises,
                         const mesh::deterministic::ScenarioSet& scenarios);

/// `routes/released/DIGEST.cpp`: the table of another version, for the library that bears its digest.
std::pair<std::string, Artifact> RenderReleased(const mesh::contract::RouteTable& table,
                                                const mesh::contract::Promises& promises);

/// `routes.json`: the table and the promises of its version.
std::string PrintRoutes(const mesh::contract::RouteTable& table, const mesh::contract::Promises& promises);
/// The same without deploys, which are nothing to hosts.
std::string PrintHostRoutes(const mesh::contract::RouteTable& table, mesh::contract::Promises promises);

}  // namespace meshc::codegen
