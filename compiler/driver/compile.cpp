#include "compiler/driver/compile.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "codegen/common/check_names.h"
#include "codegen/route_table/route_table.h"
#include "compiler/driver/backends.h"
#include "compiler/driver/check_backends.h"
#include "compiler/driver/load_root.h"
#include "compiler/driver/recorded_reads.h"
#include "compiler/lower/lower.h"

namespace meshc::driver {
namespace {

/// A broken invariant is a bug of meshc, found before a back end can make something of it.
void RequireWellFormed(const ir::Mesh& mesh) {
  const auto violations = ir::Verify(mesh);
  if (!violations.empty()) throw std::logic_error("malformed mesh: " + violations.front());
}

/// The sources under names that do not depend on where the root file lies.
source::SourceManager NameFromRoot(const Compilation& c) {
  const auto folder = std::filesystem::path(c.path).parent_path().lexically_normal();
  return c.sources.Renamed([&](std::string_view name) {
    if (!c.read_digests.contains(std::string(name))) return std::string(name);
    return std::filesystem::path(name)
        .lexically_normal()
        .lexically_relative(folder.empty() ? "." : folder)
        .string();
  });
}

void Generate(const CompileRequest& request, Compilation& c) {
  const auto sources = NameFromRoot(c);
  const auto scenarios = codegen::BuildScenarios(*c.mesh, *c.table, sources);
  const auto promises = codegen::BuildPromises(*c.mesh, *c.table);
  const BackendInput input{*c.mesh, *c.facts, *c.table, promises, scenarios, sources, request.actors};
  for (const Backend& backend : Backends()) {
    if (IsWanted(request.only, backend.name)) c.artifacts.push_back({backend.name, backend.generate(input)});
  }
}

/// After errors: what the paths of the flows show all the same. Nothing is handed on.
void AnalyzeWhatIsLeft(Compilation& c) {
  codegen::CheckNames(c.program->declarations, c.diagnostics);
  // Each statement that has an error may raise every error: beyond this, paths wait until some are mended.
  constexpr std::size_t kMostWays = 1'000'000;
  if (c.program->damaged.size() * c.program->declarations.errors.size() > kMostWays) return;
  const ir::Mesh mesh = lower::LowerWithGaps(*c.program);
  RequireWellFormed(mesh);
  analysis::Analyze(mesh, c.diagnostics);
  c.clock.Done("analyze");
  budget::CheckSlas(*c.program, budget::FindBudgets(*c.program), c.diagnostics);
  c.clock.Done("budget");
}

void RunStages(const CompileRequest& request, const source::FileSystem& files, Compilation& c) {
  const auto root = LoadRoot(files, c);
  if (!root) return;
  c.clock.Done("load");

  c.files = sema::LoadFiles(c.sources, *root, files, request.imports, c.diagnostics);
  c.clock.Done("parse");
  if (request.last <= Stage::kAst) return;

  c.program = sema::Check(std::move(c.files), c.sources, files, c.diagnostics, request.root);
  c.clock.Done("check");
  if (request.last <= Stage::kTypes) return;
  if (c.diagnostics.HasErrors()) {
    if (request.last > Stage::kMesh) AnalyzeWhatIsLeft(c);
    return;
  }

  c.mesh = lower::LowerFlows(*c.program, c.sources);
  c.clock.Done("lower");
  RequireWellFormed(*c.mesh);
  c.clock.Done("verify");
  if (request.last <= Stage::kMesh) return;

  c.facts = analysis::Analyze(*c.mesh, c.diagnostics);
  codegen::CheckNames(c.mesh->declarations, c.diagnostics);
  c.clock.Done("analyze");
  c.budgets = budget::FindBudgets(*c.program);
  budget::CheckSlas(*c.program, *c.budgets, c.diagnostics);
  c.clock.Done("budget");
  if (c.diagnostics.HasErrors() || request.last <= Stage::kFacts) return;

  c.table = codegen::BuildTable(*c.mesh, *c.facts);
  c.scenarios = codegen::BuildScenarios(*c.mesh, *c.table, c.sources);
  c.clock.Done("table");
}

}  // namespace

std::unique_ptr<Compilation> Compile(const CompileRequest& request, const source::FileSystem& files) {
  auto c = std::make_unique<Compilation>();
  c->path = request.path;
  if (request.last < Stage::kArtifacts) {
    RunStages(request, files, *c);
    return c;
  }
  const RecordedReads recorded(files);
  RunStages(request, recorded, *c);
  c->read_digests = recorded.digests();
  if (c->table) {
    Generate(request, *c);
    c->clock.Done("generate");
  }
  return c;
}

}  // namespace meshc::driver
