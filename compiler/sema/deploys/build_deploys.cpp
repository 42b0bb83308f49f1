#include <llvm/ADT/STLExtras.h>

#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/annotations.h"
#include "compiler/sema/build.h"
#include "compiler/sema/deploys/mesh_actors.h"
#include "compiler/sema/deploys/setting_blocks.h"
#include "compiler/sema/lookup.h"

namespace meshc::sema {
namespace {

/// One deploy while it is read.
struct DeployBlock {
  types::Deploy& deploy;
  const MeshActors& actors;
  OnceNames named;
};

void ReadNamespace(SettingWords& words, DeployBlock& block) {
  if (const auto name = words.TakeText(TextKind::kLabel)) block.deploy.kube_namespace = name->value;
}

void ReadDefault(SettingWords& words, DeployBlock& block) {
  if (const auto settings = words.TakeBlock())
    block.deploy.defaults = ReadActorSettings(words.scope(), *settings, "`default`");
}

types::FlavorId FindFlavor(const SettingScope& scope, const syntax::QualifiedName& name) {
  Context& context = scope.context;
  const SymbolId id = FindSymbol(context, scope.file, Space::kPlatform, name, diag::UnknownFlavor);
  if (!id.has_value()) return {};
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kFlavor) return {symbol.index};
  context.diagnostics
      .Report(diag::WrongKind, name.range, sema::NameOf(name.name), Word{WithArticle(Noun(symbol.kind))},
              Word{"a flavor"})
      .AddLabel(symbol.declaration->name.range, "declared here");
  return {};
}

/// `: gpu_llm, spot`
std::vector<types::FlavorId> ReadFlavors(SettingWords& words) {
  std::vector<types::FlavorId> flavors;
  if (!words.Skip(":")) return flavors;
  OnceNames once;
  do {
    const auto name = words.TakeName("the name of a flavor");
    if (!name) break;
    const types::FlavorId flavor = FindFlavor(words.scope(), *name);
    if (flavor.has_value() && once.Enter(words.scope().context, name->name.text, name->range))
      flavors.push_back(flavor);
  } while (words.Skip(","));
  return flavors;
}

/// `actor generator: gpu_llm { scale 0..3; }`
void ReadActor(SettingWords& words, DeployBlock& block) {
  const auto name = words.TakeName("the name of an actor");
  if (!name) return;
  types::DeployedActor entry;
  entry.actor = block.actors.Find(words.scope(), *name);
  entry.flavors = ReadFlavors(words);
  if (words.has_block()) {
    if (const auto settings = words.TakeBlock())
      entry.own = ReadActorSettings(words.scope(), *settings, "the block of an actor");
  }
  if (!entry.actor.has_value()) return;
  if (block.named.Enter(words.scope().context, name->name.text, name->range))
    block.deploy.actors.push_back(std::move(entry));
}

constexpr std::array<SettingRow<DeployBlock>, 6> kRows{{
    {"namespace", "namespace \"support\";", Times::kOnce, ReadNamespace},
    {"transport", "transport nats { url \"nats://nats.messaging:4222\"; }", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadTransport(words, block.deploy); }},
    {"state", "state nats_kv;", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadState(words, block.deploy); }},
    {"lanes", "lanes { realtime, batch } policy weighted 9:1;", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadLanes(words, block.deploy); }},
    {"default", "default { scale 0..10 per 5; }", Times::kOnce, ReadDefault},
    {"actor", "actor reader: small { scale 0..3; }", Times::kAny, ReadActor},
}};

void CheckMesh(Context& context, const syntax::DeployDeclaration& source) {
  const std::string& mesh = context.declarations().mesh;
  // Without a `mesh` line nobody knows; that was reported.
  if (mesh.empty() || source.mesh.empty() || source.mesh == llvm::StringRef(mesh)) return;
  auto report = context.diagnostics.Report(diag::UnknownMesh, source.mesh_range, Name{source.mesh.str()});
  report.AddFix("the mesh of these files is `" + mesh + "`", {{source.mesh_range, mesh}});
}

/// The key-value store of NATS needs a NATS server: that of the transport, or one of its own.
void CheckState(Context& context, const syntax::DeployDeclaration& source, const types::Deploy& deploy) {
  const bool lacks_server = deploy.state && deploy.state->kind == types::StateKind::kNatsKv &&
                            deploy.state->url.empty() && deploy.transport &&
                            deploy.transport->kind != types::TransportKind::kNats;
  if (!lacks_server || source.recovered) return;
  const auto* state = llvm::find_if(
      source.settings, [](const syntax::Setting& setting) { return NameOf(setting) == "state"; });
  context.diagnostics
      .Report(diag::MissingSetting, state->words.back()->range, Lexeme{"state nats_kv"}, Word{"url"})
      .AddHelp("the transport is no NATS server, so say where one is, or take `state redis`");
}

void BuildDeploy(Context& context, const Symbol& symbol, const MeshActors& actors) {
  const auto& source = static_cast<const syntax::DeployDeclaration&>(*symbol.declaration);
  types::Deploy& deploy = context.declarations().deploys[{symbol.index}];
  deploy.origin = ReadDeclaration(context, symbol, AnnotationPlace::kPlatform).origin;
  CheckMesh(context, source);
  const SettingScope scope{context, symbol.file, source.recovered};
  DeployBlock block{deploy, actors, {}};
  ReadSettings<DeployBlock>(scope, source.settings, "a deploy", kRows, block);
  llvm::sort(deploy.actors,
             [](const types::DeployedActor& a, const types::DeployedActor& b) { return a.actor < b.actor; });
  CheckState(context, source, deploy);
}

}  // namespace

std::vector<std::string_view> DeploySettingNames() { return NamesOf(kRows); }

void BuildDeploys(Context& context) {
  const MeshActors actors(context);
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kDeploy) BuildDeploy(context, symbol, actors);
  }
}

}  // namespace meshc::sema
