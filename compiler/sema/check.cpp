#include <algorithm>
#include <tuple>
#include <utility>

#include "compiler/sema/checks.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/names/names.h"

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
  CheckFormerNames(context);
  if (!context.elsewhere.heads_are_known) CheckConventions(context);
  CheckUnused(context);
}

/// They have done their part: whatever has an error counts as damaged.
void DropFollowUps(const Context& context, diagnostics::Diagnostics& diagnostics) {
  if (context.follow_ups.empty()) return;
  diagnostics::Diagnostics left;
  for (std::size_t i = 0; i < diagnostics.all().size(); ++i) {
    if (!std::binary_search(context.follow_ups.begin(), context.follow_ups.end(), i))
      left.Add(std::move(diagnostics.all()[i]));
  }
  diagnostics = std::move(left);
}

/// What the run has noted, in the order of places.
Mentions CollectMentions(Context& context) {
  Mentions all = std::move(context.mentions);
  for (const Use& use : context.uses)
    all.push_back({use.range, context.symbol(use.symbol).declaration->name.range});
  const auto key = [](const Mention& m) {
    return std::make_tuple(m.range.file.index, m.range.begin, m.range.end, m.declared.file.index,
                           m.declared.begin, m.access);
  };
  std::sort(all.begin(), all.end(), [&](const Mention& a, const Mention& b) {
    return std::make_tuple(key(a), !a.uses) < std::make_tuple(key(b), !b.uses);
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [&](const Mention& a, const Mention& b) { return key(a) == key(b); }),
            all.end());
  return all;
}

}  // namespace

TypedProgram Check(std::vector<syntax::File> files, const source::SourceManager& sources,
                   const source::FileSystem& file_system, diagnostics::Diagnostics& diagnostics,
                   RootKind root) {
  Mentions unused;
  return CheckWithMentions(std::move(files), sources, file_system, diagnostics, root, unused);
}

TypedProgram CheckWithMentions(std::vector<syntax::File> files, const source::SourceManager& sources,
                               const source::FileSystem& file_system, diagnostics::Diagnostics& diagnostics,
                               RootKind root, Mentions& mentions, const Elsewhere& elsewhere) {
  TypedProgram program;
  program.files = std::move(files);
  if (program.files.empty()) return program;
  program.declarations.mesh = program.files.front().mesh.str();
  PrepareFacts(program);
  Context context(program, sources, file_system, diagnostics);
  context.is_library = root == RootKind::kMeshOrLibrary && !program.files.front().mesh_range.has_value();
  context.elsewhere = elsewhere;
  CheckAll(context);
  mentions = CollectMentions(context);
  DropFollowUps(context, diagnostics);
  return program;
}

}  // namespace meshc::sema
