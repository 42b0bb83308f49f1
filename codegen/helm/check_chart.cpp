// What deploys state and a chart, or the hosts in its pods, cannot keep.
#include <fmt/format.h>

#include "codegen/helm/check_times.h"
#include "codegen/helm/helm.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"

namespace meshc::codegen {
namespace {

using diagnostics::Diagnostics;
using diagnostics::Lexeme;
using diagnostics::Word;
using types::Declarations;
using types::Deploy;
namespace diag = diagnostics::diag;

void RefuseServer(const char* what, const char* instead, source::SourceRange range,
                  Diagnostics& diagnostics) {
  diagnostics.Report(diag::NotSupported, range, Word{fmt::format("`{}`", what)})
      .AddNote("no host could speak to it, so every pod of the chart would end at once")
      .AddHelp(fmt::format("take `{}`, or compile the rest with `--only cpp,routes,graph,schema`", instead));
}

/// What hosts of this version have no store for: one of Redis is not reached by TLS.
void CheckStore(const types::State& state, Diagnostics& diagnostics) {
  if (state.kind != types::StateKind::kRedis) return;
  if (state.tls || state.url.starts_with("rediss://"))
    RefuseServer("state redis with TLS", "state nats_kv", state.range, diagnostics);
}

/// True if the number of replicas of some actor is not fixed; what nobody states is a range.
bool IsScaled(const Declarations& declarations, const Deploy& deploy) {
  for (const types::ActorId actor : declarations.actors.ids()) {
    const auto replicas = types::SettingsOf(declarations, deploy, actor).scale.replicas;
    if (!replicas || replicas->value.min != replicas->value.max) return true;
  }
  return false;
}

/// KEDA asks the monitoring endpoint how much waits.
void CheckMonitoring(const Declarations& declarations, const Deploy& deploy, Diagnostics& diagnostics) {
  if (!deploy.transport || !deploy.transport->monitoring.empty()) return;
  if (!IsScaled(declarations, deploy)) return;
  const bool nats = deploy.transport->kind == types::TransportKind::kNats;
  diagnostics
      .Report(diag::MissingSetting, deploy.transport->range,
              Lexeme{nats ? "transport nats" : "transport amqp"}, Word{"monitoring"})
      .AddHelp(fmt::format("KEDA asks there how much waits: `monitoring \"{}\";`, or fix the replicas: "
                           "`scale 2..2`",
                           nats ? "nats.messaging:8222" : "rabbit.messaging:15672"));
}

}  // namespace

void CheckChart(const Declarations& declarations, const ir::Mesh* mesh, const ChartOptions& options,
                Diagnostics& diagnostics) {
  for (const Deploy& deploy : declarations.deploys) {
    if (!options.deploy.empty() && deploy.name != options.deploy) continue;
    if (deploy.state) CheckStore(*deploy.state, diagnostics);
    CheckMonitoring(declarations, deploy, diagnostics);
  }
  if (mesh != nullptr) helm::CheckTimes(*mesh, options, diagnostics);
}

}  // namespace meshc::codegen
