// The back ends, by name. The one list that a new back end is added to.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "codegen/common/artifact.h"
#include "codegen/helm/helm.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"
#include "mesh/compatibility/promises_data.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/route/table_data.h"

namespace meshc::driver {

/// What back ends may read. `sources` names files relative to the root file's folder, `actors` the
/// folder of the handlers relative to the output folder.
struct BackendInput {
  const ir::Mesh& mesh;
  const analysis::Facts& facts;
  const mesh::route::TableData& table;
  const mesh::compatibility::PromisesData& promises;
  const mesh::deterministic::ScenarioSet& scenarios;
  const source::SourceManager& sources;
  const std::string& actors;
  const codegen::ChartOptions& chart;
  /// Other versions whose envelopes may be on their way; they outlive what back ends do.
  std::span<const mesh::contract::Version> released;
};

struct Backend {
  std::string_view name;  ///< As `--only` takes it.
  codegen::ArtifactSet (*generate)(const BackendInput& input);
  /// Reports what is stated and the back end cannot keep; null: nothing is. `mesh`: null after errors.
  void (*check)(const types::Declarations& declarations, const ir::Mesh* mesh,
                const codegen::ChartOptions& chart, diagnostics::Diagnostics& diagnostics) = nullptr;
};

/// In the order in which they are told of.
std::span<const Backend> Backends();

}  // namespace meshc::driver
