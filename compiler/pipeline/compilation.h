// One compilation: a slot for what each stage hands on, filled from the first to the last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/budget/budget.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/ir/mesh.h"
#include "compiler/loading/load_files.h"
#include "compiler/pipeline/former_check.h"
#include "compiler/pipeline/stage_clock.h"
#include "compiler/sema/names/mentions.h"
#include "compiler/source/source_manager.h"
#include "mesh/deterministic/scenario.h"
#include "mesh/route/table_data.h"

namespace meshc::pipeline {

/// What is known of the paths of a program that has errors: statements with errors are gaps in the mesh,
/// and lost flows are empty. For questions only; no back end may see it.
struct Remains {
  ir::Mesh mesh;
  analysis::Facts facts;
  budget::Budgets budgets;
};

/// Of more statements with errors, times so many errors that each may raise, paths are not looked at.
inline constexpr std::size_t kMostWays = 1'000'000;

/// Empty slots: a stage before them found errors, or was the last one asked for.
struct Compilation {
  std::string path;                       ///< Of the root file, as it was given.
  loading::ImportOptions imports;         ///< Where imports were looked for.
  std::optional<std::string> unreadable;  ///< Why the root file could not be read.

  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  std::vector<syntax::File> files;  ///< Moved into `program` once that is there.
  /// Those with what a focus has left out of them; empty: nothing was left out.
  std::vector<syntax::File> unfocused;
  std::optional<sema::TypedProgram> program;
  sema::Mentions mentions;  ///< Filled together with `program`.
  std::optional<ir::Mesh> mesh;
  std::optional<analysis::Facts> facts;
  std::optional<budget::Budgets> budgets;
  std::optional<Remains> remains;  ///< Instead of the three before it, after errors.
  std::optional<mesh::route::TableData> table;
  std::optional<mesh::deterministic::ScenarioSet> scenarios;

  std::size_t findings_of_texts = 0;  ///< So many of the first findings are of texts alone,
  std::size_t early_findings = 0;     ///< and so many of texts, names and types; until they are settled.
  /// What the next run may take over; null: nothing, or nobody has asked.
  std::shared_ptr<const FormerCheck> remembered;
  /// Flows and scenarios of which only the findings and mentions are known, by a former run; in order.
  std::vector<source::SourceRange> left_out;

  StageClock clock;

  const std::vector<syntax::File>& Files() const { return program ? program->files : files; }
  /// With a focus, too, all that stands in them.
  const std::vector<syntax::File>& WholeFiles() const { return unfocused.empty() ? Files() : unfocused; }
};

}  // namespace meshc::pipeline
