#include "compiler/sema/build.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/names.h"

namespace meshc::sema {
namespace {

/// Room for what will be found out about each node.
void PrepareFacts(TypedProgram& program) {
  ExpressionFacts unknown;
  unknown.type = program.declarations.types.invalid();
  for (const syntax::File& file : program.files) {
    if (program.facts.size() <= file.id.index) program.facts.resize(file.id.index + 1);
    program.facts[file.id.index].expressions.resize(file.id_count, unknown);
    program.facts[file.id.index].index.resize(file.id_count, FlowId::kNone);
  }
}

void PrepareScopes(Context& context) { context.table.scopes.resize(context.program.facts.size()); }

/// Names, then types, then values of types, then what uses them.
void CheckAll(Context& context) {
  PrepareScopes(context);
  DeclareBuiltinErrors(context);
  CollectNames(context);
  DeclareNames(context);
  ResolveAliases(context);
  BuildTypes(context);
  BuildErrors(context);
  CheckRecursion(context);
  BuildDefaults(context);
  BuildPolicies(context);
  BuildActors(context);
  BuildFlows(context);
  BuildFlavors(context);
  BuildDeploys(context);
  CheckFlows(context);
  CheckRanges(context);
  CheckWrites(context);
  CheckSagas(context);
  CheckRepeatedEffects(context);
  CheckDeploys(context);
  FindFlowHealth(context);
  CheckScenarios(context);
  CheckConventions(context);
  CheckUnused(context);
}

}  // namespace

TypedProgram Check(std::vector<syntax::File> files, const source::SourceManager& sources,
                   const source::FileSystem& file_system, diagnostics::Diagnostics& diagnostics,
                   RootKind root) {
  TypedProgram program;
  program.files = std::move(files);
  if (program.files.empty()) return program;
  program.declarations.mesh = program.files.front().mesh.str();
  PrepareFacts(program);
  Context context(program, sources, file_system, diagnostics);
  context.is_library = root == RootKind::kMeshOrLibrary && !program.files.front().mesh_range.has_value();
  CheckAll(context);
  return program;
}

}  // namespace meshc::sema
