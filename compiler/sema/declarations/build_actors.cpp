#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/reach/undo_binder.h"

namespace meshc::sema {
namespace {

using types::Actor;
using types::ActorKind;

/// Kinds first: properties name other actors.
void SetKinds(Context& context) {
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind != SymbolKind::kRouter) continue;
    const auto& source = static_cast<const syntax::RouterDeclaration&>(*symbol.declaration);
    context.declarations().actors[{symbol.index}].kind =
        source.is_plan ? ActorKind::kPlanRouter : ActorKind::kChoiceRouter;
  }
}

void BuildParams(Context& context, const Symbol& symbol, llvm::ArrayRef<syntax::MemberDeclaration> params,
                 Actor& actor) {
  NameIndex index;
  actor.params = BuildMembers(context, symbol.file, params, MemberRole::kParam, index);
  EvaluateDefaults(context, symbol.file, params, MemberRole::kParam, actor.params);
}

void BuildProcessor(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::ProcessorDeclaration&>(*symbol.declaration);
  Actor& actor = context.declarations().actors[{symbol.index}];
  Annotated annotated = ReadDeclaration(context, symbol, AnnotationPlace::kProcessor);
  actor.origin = std::move(annotated.origin);
  actor.cost = std::max(annotated.cost, 0.0);
  BuildParams(context, symbol, source.params, actor);
  NameIndex index;
  actor.results = BuildMembers(context, symbol.file, source.results, MemberRole::kResult, index);
  EvaluateDefaults(context, symbol.file, source.results, MemberRole::kResult, actor.results);
  BuildProperties(context, symbol.file, source.properties, actor);
}

void BuildRouter(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::RouterDeclaration&>(*symbol.declaration);
  Actor& actor = context.declarations().actors[{symbol.index}];
  actor.origin = ReadDeclaration(context, symbol, AnnotationPlace::kRouter).origin;
  BuildParams(context, symbol, source.params, actor);
  NameIndex index;
  actor.labels = BuildValues(context, source.labels, "label", index);
  if (source.is_plan) BuildPlan(context, source, {symbol.index});
  BuildProperties(context, symbol.file, source.properties, actor);
}

const types::Member* FindNamed(const std::vector<types::Member>& members, const std::string& name) {
  for (const types::Member& member : members) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

/// An undo takes what its call had and gave, by name.
void CheckUndo(Context& context, const Actor& actor) {
  if (!actor.undo.has_value()) return;
  for (const types::Member& param : context.declarations().actors[actor.undo].params) {
    if (UndoCanTake(context.types(), actor, param)) continue;
    const types::Member* given = FindNamed(actor.params, param.name);
    if (given == nullptr) given = FindNamed(actor.results, param.name);
    context.diagnostics
        .Report(diag::UndoParam, actor.origin.range, Name{param.name}, Show(context, param.type),
                Name{actor.name}, Show(context, given->type))
        .AddLabel(param.origin.range, "the param of the undo")
        .AddLabel(given->origin.range, "what has that name here");
  }
}

}  // namespace

void BuildActors(Context& context) {
  SetKinds(context);
  context.plans.resize(context.declarations().actors.size());
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kProcessor) BuildProcessor(context, symbol);
    if (symbol.kind == SymbolKind::kRouter) BuildRouter(context, symbol);
  }
  for (const Actor& actor : context.declarations().actors) CheckUndo(context, actor);
}

}  // namespace meshc::sema
