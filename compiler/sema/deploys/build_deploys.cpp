#include <llvm/ADT/STLExtras.h>

#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/deploys/deployed_actors.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

/// One deploy while it is read.
struct DeployBlock {
  types::Deploy& deploy;
  DeployedActors actors;
};

void ReadNamespace(SettingWords& words, DeployBlock& block) {
  if (const auto name = words.TakeText(TextKind::kLabel)) block.deploy.kube_namespace = name->value;
}

void ReadDefault(SettingWords& words, DeployBlock& block) {
  if (const auto settings = words.TakeBlock())
    block.deploy.defaults = ReadActorSettings(words.scope(), *settings, "`default`");
}

constexpr std::array<SettingRow<DeployBlock>, 7> kDeployRows{{
    {"namespace", "namespace \"support\";", Times::kOnce, ReadNamespace},
    {"transport", "transport nats { url \"nats://nats.messaging:4222\"; }", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadTransport(words, block.deploy); }},
    {"state", "state nats_kv;", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadState(words, block.deploy); }},
    {"lanes", "lanes { realtime, batch } policy weighted 9:1;", Times::kOnce,
     [](SettingWords& words, DeployBlock& block) { ReadLanes(words, block.deploy); }},
    {"default", "default { scale 0..10 per 5; }", Times::kOnce, ReadDefault},
    {"actor", "actor reader: small { scale 0..3; }", Times::kAny,
     [](SettingWords& words, DeployBlock& block) { block.actors.ReadActor(words); }},
    {"pool", "pool readers { actors reader, writer; scale 0..3; }", Times::kAny,
     [](SettingWords& words, DeployBlock& block) { block.actors.ReadPool(words); }},
}};

void CheckMesh(Context& context, const syntax::DeployDeclaration& source) {
  const std::string& mesh = context.declarations().mesh;
  // Without a `mesh` line nobody knows; that was reported.
  if (mesh.empty() || source.mesh.empty() || source.mesh == llvm::StringRef(mesh)) return;
  auto report = context.diagnostics.Report(diag::UnknownMesh, source.mesh_range, Name{source.mesh.str()});
  report.AddFix("the mesh of these files is `" + mesh + "`", {{source.mesh_range, mesh}});
}

const syntax::Setting* FindSetting(const syntax::DeployDeclaration& source, llvm::StringRef name) {
  const auto* found = llvm::find_if(
      source.settings, [name](const syntax::Setting& setting) { return NameOf(setting) == name; });
  return found == source.settings.end() ? nullptr : &*found;
}

/// The key-value store of NATS needs a NATS server: that of the transport, or one of its own.
void CheckState(Context& context, const syntax::DeployDeclaration& source, const types::Deploy& deploy) {
  const bool lacks_server = deploy.state && deploy.state->kind == types::StateKind::kNatsKv &&
                            deploy.state->url.empty() && deploy.transport &&
                            deploy.transport->kind != types::TransportKind::kNats;
  if (!lacks_server || source.recovered) return;
  context.diagnostics
      .Report(diag::MissingSetting, FindSetting(source, "state")->words.back()->range,
              Lexeme{"state nats_kv"}, Word{"url"})
      .AddHelp("the transport is no NATS server, so say where one is: `state nats_kv { url \"...\"; }`");
}

void BuildDeploy(Context& context, const Symbol& symbol, const MeshActors& actors) {
  const auto& source = static_cast<const syntax::DeployDeclaration&>(*symbol.declaration);
  types::Deploy& deploy = context.declarations().deploys[{symbol.index}];
  deploy.origin = ReadDeclaration(context, symbol, AnnotationPlace::kPlatform).origin;
  CheckMesh(context, source);
  const SettingScope scope{context, symbol.file, source.recovered};
  DeployBlock block{deploy, {actors, deploy}};
  ReadSettings<DeployBlock>(scope, source.settings, "a deploy", kDeployRows, block);
  block.actors.Finish(context);
  CheckState(context, source, deploy);
  deploy.is_whole = !source.recovered;
}

}  // namespace

std::vector<std::string_view> DeploySettingNames() { return NamesOf(kDeployRows); }

void BuildDeploys(Context& context) {
  if (context.declarations().deploys.empty()) return;
  const MeshActors actors(context);
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kDeploy) BuildDeploy(context, symbol, actors);
  }
}

}  // namespace meshc::sema
