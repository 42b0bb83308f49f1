// One compilation: a slot for what each stage hands on, filled from the first to the last.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/budget/budget.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/stage.h"
#include "compiler/driver/stage_clock.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/source_manager.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/route/table_data.h"

namespace meshc::driver {

/// What one back end made.
struct Generated {
  std::string_view backend;
  codegen::ArtifactSet files;
};

/// Empty slots: a stage before them found errors, or was the last one asked for.
struct Compilation {
  std::string path;                       ///< Of the root file, as it was given.
  std::optional<std::string> unreadable;  ///< Why the root file could not be read.
  /// SHA-256 of every file that was read, by path; filled if artifacts are wanted.
  std::map<std::string, std::string> read_digests;

  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  std::vector<syntax::File> files;  ///< Moved into `program` once that is there.
  std::optional<sema::TypedProgram> program;
  std::optional<ir::Mesh> mesh;
  std::optional<analysis::Facts> facts;
  std::optional<budget::Budgets> budgets;
  std::optional<mesh::route::TableData> table;
  std::optional<mesh::deterministic::ScenarioSet> scenarios;
  std::vector<Generated> artifacts;
  std::vector<mesh::deterministic::ScenarioResult> results;  ///< Of the scenarios that `test` ran.

  StageClock clock;

  const std::vector<syntax::File>& Files() const { return program ? program->files : files; }
};

}  // namespace meshc::driver
