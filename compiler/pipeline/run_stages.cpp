#include "compiler/pipeline/run_stages.h"

#include <stdexcept>

#include "codegen/common/check_names.h"
#include "codegen/route_table/route_table.h"
#include "compiler/analysis/arising.h"
#include "compiler/lower/lower.h"
#include "compiler/pipeline/increment.h"
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
void AnalyzeWhatIsLeft(Stage last, bool heads_are_known, Compilation& c) {
  diagnostics::Diagnostics unheard;
  diagnostics::Diagnostics& heard = last > Stage::kMesh ? c.diagnostics : unheard;
  if (!heads_are_known) codegen::CheckNames(c.program->declarations, heard);
  // Each statement that has an error may raise every error: beyond this, paths wait until some are mended.
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

void CheckPaths(bool heads_are_known, Compilation& c) {
  c.facts = analysis::Analyze(*c.mesh, c.diagnostics);
  if (!heads_are_known) codegen::CheckNames(c.mesh->declarations, c.diagnostics);
  c.clock.Done("analyze");
  const types::ArisingErrors arising = analysis::FindArising(*c.mesh);
  c.budgets = budget::FindBudgets(*c.program, arising);
  budget::CheckSlas(*c.program, *c.budgets, c.diagnostics);
  budget::CheckDeployedSlas(*c.program, arising, *c.budgets, c.diagnostics);
  c.clock.Done("budget");
}

/// Tells the clock, and gives way.
class Steps {
 public:
  Steps(const StagesRequest& request, Compilation& c) : request_(request), c_(c) {}
  void Done(const char* stage) const {
    c_.clock.Done(stage);
    if (request_.gives_way && request_.gives_way()) throw Interrupted();
  }

 private:
  const StagesRequest& request_;
  Compilation& c_;
};

/// False: there is no root.
bool Read(const StagesRequest& request, const source::FileSystem& files, const Steps& steps, Compilation& c) {
  c.path = request.path;
  c.imports = request.imports;
  const auto root = LoadRoot(files, c);
  if (!root) return false;
  steps.Done("load");

  c.files =
      request.parser == nullptr
          ? loading::LoadFiles(c.sources, *root, files, request.imports, c.diagnostics)
          : loading::LoadFilesBy(*request.parser, c.sources, *root, files, request.imports, c.diagnostics);
  c.findings_of_texts = c.diagnostics.all().size();
  steps.Done("parse");
  return true;
}

void Judge(const StagesRequest& request, const source::FileSystem& files, const sema::Elsewhere& elsewhere,
           const Steps& steps, Compilation& c) {
  c.program = sema::CheckWithMentions(std::move(c.files), c.sources, files, c.diagnostics, request.root,
                                      c.mentions, elsewhere);
  c.early_findings = c.diagnostics.all().size();
  steps.Done("check");
  if (request.last <= Stage::kTypes) return;
  if (c.diagnostics.HasErrors()) {
    AnalyzeWhatIsLeft(request.last, elsewhere.heads_are_known, c);
    return;
  }

  // Without errors only scenarios that were left out test nothing.
  std::erase_if(c.program->scenarios, [](const sema::Scenario& each) { return !each.flow.has_value(); });
  c.mesh = lower::LowerFlows(*c.program, c.sources);
  steps.Done("lower");
  RequireWellFormed(*c.mesh);
  c.clock.Done("verify");
  if (request.last <= Stage::kMesh) return;

  CheckPaths(elsewhere.heads_are_known, c);
  if (c.diagnostics.HasErrors() || request.last <= Stage::kFacts) return;

  c.table = codegen::BuildTable(*c.mesh, *c.facts);
  c.scenarios = codegen::BuildScenarios(*c.mesh, *c.table, c.sources);
  c.clock.Done("table");
}

/// False: it all has to be judged, of which `c` knows nothing yet but the texts.
bool JudgeWhatChanged(const StagesRequest& request, const source::FileSystem& files, const Steps& steps,
                      Compilation& c) {
  // What a focus leaves out would be missing from a check of everything.
  if (request.former == nullptr || request.focus) return false;
  auto increment = FindIncrement(*request.former, c.sources, c.files, c.diagnostics);
  if (!increment) return false;
  LeaveOut(*increment, c.files);
  c.left_out = increment->now;
  Judge(request, files, ElsewhereOf(*request.former, *increment), steps, c);
  c.remembered = TakeOver(*request.former, std::move(*increment), c);
  if (c.remembered != nullptr) return true;
  c = Compilation();
  Read(request, files, steps, c);
  return false;
}

}  // namespace

void RunStages(const StagesRequest& request, const source::FileSystem& files, Compilation& c) {
  const Steps steps(request, c);
  if (!Read(request, files, steps, c) || request.last <= Stage::kAst) return;
  if (request.focus) c.unfocused = FocusOn(*request.focus, c.sources, c.files);
  if (JudgeWhatChanged(request, files, steps, c)) return;
  if (!request.remembers) return Judge(request, files, {}, steps, c);
  TextLayout layout = LayoutOf(c.sources, c.files, c.diagnostics);
  NamedFlows(layout, c.files).FillIn(layout);
  Judge(request, files, {}, steps, c);
  c.remembered = Remember(c, std::move(layout));
}

}  // namespace meshc::pipeline
