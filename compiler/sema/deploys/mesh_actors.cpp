#include "compiler/sema/deploys/mesh_actors.h"

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

MeshActors::MeshActors(const Context& context) {
  for (const syntax::File& file : context.program.files) {
    const FileScope& scope = context.table.ScopeOf(file.id);
    incomplete_ = incomplete_ || scope.incomplete;
    for (const SymbolId id : scope.own) {
      const Symbol& symbol = context.table.symbols[id];
      if (SpaceOf(symbol.kind) == Space::kActors) names_.try_emplace(symbol.name, id);
    }
  }
}

SymbolId MeshActors::FindSymbol(const SettingScope& scope, const syntax::QualifiedName& name) const {
  Context& context = scope.context;
  if (!name.qualifier.text.empty()) {
    const SymbolId known = PeekSymbol(context, scope.file, Space::kActors, name);
    // Unknown: the common lookup says what is wrong with the path.
    return known.has_value()
               ? known
               : sema::FindSymbol(context, scope.file, Space::kActors, name, diag::UnknownActor);
  }
  const auto found = names_.find(name.name.text);
  if (found != names_.end()) return found->second;
  if (incomplete_) return {};
  auto report = context.diagnostics.Report(diag::UnknownActor, name.range, NameOf(name.name));
  Suggest(context, report, name.name, NamesOf(context.declarations().actors));
  return {};
}

ActorId MeshActors::Find(const SettingScope& scope, const syntax::QualifiedName& name) const {
  Context& context = scope.context;
  const SymbolId id = FindSymbol(scope, name);
  if (!id.has_value()) return {};
  context.uses.push_back({name.name.range, id});
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind != SymbolKind::kFlow) return {symbol.index};
  context.diagnostics.Report(diag::WrongKind, name.range, NameOf(name.name), Word{"a flow"}, Word{"an actor"})
      .AddLabel(symbol.declaration->name.range, "declared here")
      .AddHelp("a flow has no pods of its own: name the actors that it calls");
  return {};
}

}  // namespace meshc::sema
