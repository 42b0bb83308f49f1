#include "compiler/pipeline/run_stages.h"

#include <stdexcept>

#include "codegen/common/check_names.h"
#include "codegen/route_table/route_table.h"
#include "compiler/analysis/arising.h"
#include "compiler/lower/lower.h"
#include "compiler/pipeline/load_root.h"

namespace meshc::pipeline {
namespace {

/// A broken invariant is a bug of meshc, found before a back end can make something of it.
void RequireWellFormed(const ir::Mesh& mesh) {
  const auto violations = ir::Verify(mesh);
  if (!violations.empty()) throw std::logic_error("malformed mesh: " + violations.front());
}

/// After errors: what the paths of the flows show all the same. Nobody hears of it who wants no more than the
/// mesh.
void AnalyzeWhatIsLeft(Stage last, Compilation& c) {
  diagnostics::Diagnostics unheard;
  diagnostics::Diagnostics& heard = last > Stage::kMesh ? c.diagnostics : unheard;
  codegen::CheckNames(c.program->declarations, heard);
  // Each statement that has an error may raise every error: beyond this, paths wait until some are mended.
  constexpr std::size_t kMostWays = 1'000'000;
  if (c.program->damaged.size() * c.program->declarations.errors.size() > kMostWays) return;
  Remains& left = c.remains.emplace();
  left.mesh = lower::LowerWithGaps(*c.program);
  RequireWellFormed(left.mesh);
  left.facts = analysis::Analyze(left.mesh, heard);
  c.clock.Done("analyze");
  const types::ArisingErrors arising = analysis::FindArising(left.mesh);
  left.budgets = budget::FindBudgets(*c.program, arising);
  budget::CheckSlas(*c.program, left.budgets, heard);
  budget::CheckDeployedSlas(*c.program, arising, left.budgets, heard);
  c.clock.Done("budget");
}

void CheckPaths(Compilation& c) {
  c.facts = analysis::Analyze(*c.mesh, c.diagnostics);
  codegen::CheckNames(c.mesh->declarations, c.diagnostics);
  c.clock.Done("analyze");
  const types::ArisingErrors arising = analysis::FindArising(*c.mesh);
  c.budgets = budget::FindBudgets(*c.program, arising);
  budget::CheckSlas(*c.program, *c.budgets, c.diagnostics);
  budget::CheckDeployedSlas(*c.program, arising, *c.budgets, c.diagnostics);
  c.clock.Done("budget");
}

}  // namespace

void RunStages(const StagesRequest& request, const source::FileSystem& files, Compilation& c) {
  const auto done = [&](const char* stage) {
    c.clock.Done(stage);
    if (request.gives_way && request.gives_way()) throw Interrupted();
  };
  c.path = request.path;
  c.imports = request.imports;
  const auto root = LoadRoot(files, c);
  if (!root) return;
  done("load");

  c.files = request.parser == nullptr
                ? sema::LoadFiles(c.sources, *root, files, request.imports, c.diagnostics)
                : sema::LoadFilesBy(*request.parser, c.sources, *root, files, request.imports, c.diagnostics);
  done("parse");
  if (request.last <= Stage::kAst) return;
  if (request.focus) FocusOn(*request.focus, c.sources, c.files);

  c.program =
      sema::CheckWithMentions(std::move(c.files), c.sources, files, c.diagnostics, request.root, c.mentions);
  done("check");
  if (request.last <= Stage::kTypes) return;
  if (c.diagnostics.HasErrors()) {
    AnalyzeWhatIsLeft(request.last, c);
    return;
  }

  c.mesh = lower::LowerFlows(*c.program, c.sources);
  done("lower");
  RequireWellFormed(*c.mesh);
  c.clock.Done("verify");
  if (request.last <= Stage::kMesh) return;

  CheckPaths(c);
  if (c.diagnostics.HasErrors() || request.last <= Stage::kFacts) return;

  c.table = codegen::BuildTable(*c.mesh, *c.facts);
  c.scenarios = codegen::BuildScenarios(*c.mesh, *c.table, c.sources);
  c.clock.Done("table");
}

}  // namespace meshc::pipeline
