#include "compiler/sema/deploys/deployed_actors.h"

#include <llvm/ADT/STLExtras.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/deploys/setting_blocks.h"
#include "compiler/sema/names/lookup.h"

namespace meshc::sema {
namespace {

/// Null: there is no flavor of that name, which was reported.
const Symbol* FindFlavor(const SettingScope& scope, const syntax::QualifiedName& name) {
  Context& context = scope.context;
  const SymbolId id = FindSymbol(context, scope.file, Space::kPlatform, name, diag::UnknownFlavor);
  if (!id.has_value()) return nullptr;
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kFlavor) return &symbol;
  context.diagnostics
      .Report(diag::WrongKind, name.range, sema::NameOf(name.name), Word{WithArticle(Noun(symbol.kind))},
              Word{"a flavor"})
      .AddLabel(symbol.declaration->name.range, "declared here");
  return nullptr;
}

/// The first of `settings` that the pods of an actor have, not its calls; null: there is none.
const syntax::Setting* FirstOfPod(llvm::ArrayRef<syntax::Setting> settings) {
  const auto* found = llvm::find_if(settings, [](const syntax::Setting& setting) {
    return !setting.words.empty() && !NameOf(setting).empty() && IsOfPod(NameOf(setting));
  });
  return found == settings.end() ? nullptr : found;
}

}  // namespace

/// `: gpu_llm, spot`
DeployedActors::Flavors DeployedActors::ReadFlavors(SettingWords& words) const {
  Flavors flavors;
  if (!words.Skip(":")) return flavors;
  OnceNames once;
  do {
    const auto name = words.TakeName("the name of a flavor");
    if (!name) break;
    const Symbol* flavor = FindFlavor(words.scope(), *name);
    if (flavor == nullptr || !once.Enter(words.scope().context, name->name.text, name->range)) continue;
    flavors.ids.push_back({flavor->index});
    const auto& source = static_cast<const syntax::FlavorDeclaration&>(*flavor->declaration);
    if (const syntax::Setting* setting = FirstOfPod(source.settings))
      flavors.of_pod.push_back({NameOf(*setting).str(), name->range, setting->words.front()->range});
  } while (words.Skip(","));
  return flavors;
}

void DeployedActors::ReadActor(SettingWords& words) {
  const auto name = words.TakeName("the name of an actor");
  if (!name) return;
  types::DeployedActor entry;
  entry.actor = actors_.Find(words.scope(), *name);
  Flavors flavors = ReadFlavors(words);
  entry.flavors = std::move(flavors.ids);
  if (words.has_block()) {
    const auto settings = words.TakeBlock();
    if (settings) {
      entry.own = ReadActorSettings(words.scope(), *settings, "the block of an actor");
      if (const syntax::Setting* setting = FirstOfPod(*settings))
        flavors.of_pod.push_back({NameOf(*setting).str(), setting->words.front()->range, {}});
    }
  }
  if (!entry.actor.has_value()) return;
  if (!named_.Enter(words.scope().context, name->name.text, name->range)) return;
  of_pods_[entry.actor.index] = std::move(flavors.of_pod);
  deploy_.actors.push_back(std::move(entry));
}

void DeployedActors::ReadPool(SettingWords& words) {
  const auto name = words.TakeName("a name for the pool");
  if (!name) return;
  if (!name->qualifier.text.empty())
    return words.Refuse("a name for the pool", words.scope().context.sources.Text(name->range));
  types::Pool pool;
  pool.name = name->name.text.str();
  pool.range = name->range;
  pool.flavors = ReadFlavors(words).ids;
  const auto settings = words.TakeBlock();
  if (!settings || !pools_.Enter(words.scope().context, pool.name, pool.range)) return;
  PoolSettings read = ReadPoolSettings(words.scope(), *settings);
  pool.own = std::move(read.settings);
  for (const syntax::QualifiedName& actor : read.actors) Place(words.scope(), actor, pool);
  const bool states = llvm::any_of(
      *settings, [](const syntax::Setting& s) { return !s.words.empty() && NameOf(s) == "actors"; });
  if (!states && !words.scope().recovered) {
    words.scope()
        .context.diagnostics
        .Report(diag::MissingSetting, pool.range, Lexeme{"pool " + pool.name}, Word{"actors"})
        .AddHelp("name those that share its pods: `actors reader, writer;`");
  }
  deploy_.pools.push_back(std::move(pool));
}

void DeployedActors::Place(const SettingScope& scope, const syntax::QualifiedName& name, types::Pool& pool) {
  const ActorId actor = actors_.Find(scope, name);
  if (!actor.has_value()) return;
  const Placed here{static_cast<std::uint32_t>(deploy_.pools.size()), name.range};
  const auto [known, fresh] = placed_.try_emplace(actor.index, here);
  if (fresh) return pool.actors.push_back(actor);
  const bool same = known->second.pool == here.pool;
  scope.context.diagnostics
      .Report(diag::PooledTwice, name.range, sema::NameOf(name.name),
              Name{same ? pool.name : deploy_.pools[known->second.pool].name})
      .AddLabel(known->second.range, "put into it here")
      .AddHelp(same ? "name it once" : "its hosts run in one kind of pod: leave it in one of the two");
}

void DeployedActors::RefusePodSettings(Context& context, const types::DeployedActor& named,
                                       const Placed& placed) const {
  const auto found = of_pods_.find(named.actor.index);
  if (found == of_pods_.end()) return;
  for (const PodSetting& setting : found->second) {
    auto report = context.diagnostics.Report(diag::PooledSetting, setting.range,
                                             Name{context.declarations().actors[named.actor].name},
                                             Name{deploy_.pools[placed.pool].name}, Word{setting.name});
    report.AddLabel(placed.range, "put into the pool here");
    if (setting.stated.has_value()) report.AddLabel(setting.stated, "the flavor states it here");
    report.AddHelp(
        "state it in the pool; an actor of a pool has `timeout`, `retry` and `concurrency` of its own");
  }
}

void DeployedActors::Finish(Context& context) {
  for (std::uint32_t pool = 0; pool < deploy_.pools.size(); ++pool) {
    for (const ActorId actor : deploy_.pools[pool].actors) {
      const auto same = [&](const types::DeployedActor& named) { return named.actor == actor; };
      auto named = llvm::find_if(deploy_.actors, same);
      if (named == deploy_.actors.end()) {
        deploy_.actors.push_back({.actor = actor, .flavors = {}, .own = {}, .pool = pool});
        continue;
      }
      named->pool = pool;
      RefusePodSettings(context, *named, placed_.find(actor.index)->second);
    }
  }
  llvm::sort(deploy_.actors,
             [](const types::DeployedActor& a, const types::DeployedActor& b) { return a.actor < b.actor; });
}

}  // namespace meshc::sema
