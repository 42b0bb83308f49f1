#include "codegen/helm/build_workloads.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/common/naming.h"
#include "codegen/helm/build_settings.h"
#include "codegen/helm/quantities.h"
#include "compiler/types/pod_time.h"

namespace meshc::codegen::helm {
namespace {

using types::Actor;
using types::ActorSettings;
using types::Declarations;
using types::Deploy;

constexpr std::int64_t kLeastGrace = 30;      ///< The default of Kubernetes.
constexpr std::int64_t kLeastCooldown = 300;  ///< The default of KEDA.

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// One actor, and the layers that say how it runs.
struct Workload {
  types::ActorId actor;
  std::vector<Layer> layers;  ///< Empty: no deploy is asked for.
  ActorSettings settled;
};

/// What follows from how long its handlers may take, unless a layer states it.
void AddTimes(const HandlerTimes& times, const Workload& workload, Map& map) {
  Map needed;
  AddHandlerTimes(times.Of(workload.actor, workload.settled.timeout_ns), needed);
  if (const auto grace = LastOf(workload.layers, [](const auto& layer) { return layer.grace_ns; }))
    *Find(needed, "terminationGracePeriodSeconds") = Number(SecondsUp(grace->value.value), grace->layer);
  if (LastOf(workload.layers, [](const auto& layer) { return layer.scale.cooldown_ns; }))
    std::erase_if(needed, [](const Entry& entry) { return entry.key == "scale"; });
  Lay(map, std::move(needed));
}

Workload MakeWorkload(const Declarations& declarations, const Deploy* deploy, types::ActorId actor) {
  if (deploy == nullptr) return {actor, {}, {}};
  return {actor, NamedLayers(declarations, *deploy, actor), types::SettingsOf(declarations, *deploy, actor)};
}

/// What waits under a former name wakes its hosts, too.
Value BuildFormer(const std::string& mesh, const std::string& was) {
  return {Map{{"actor", Text(was)}, {"queue", Text(QueueName(mesh, was))}}};
}

Map BuildActor(const Declarations& declarations, const HandlerTimes& times, const Workload& workload) {
  const Actor& actor = declarations.actors[workload.actor];
  const bool router = actor.kind != types::ActorKind::kProcessor;
  Map map;
  map.push_back({"queue", Text(QueueName(declarations.mesh, actor.name))});
  map.push_back({"kind", Text(router ? "router" : "processor")});
  if (!actor.origin.doc.empty()) map.push_back({"description", Text(FirstLine(actor.origin.doc))});
  if (!actor.origin.owner.empty()) map.push_back({"owner", Text(actor.origin.owner)});
  if (!actor.origin.was.empty())
    map.push_back({"former", {List{BuildFormer(declarations.mesh, actor.origin.was)}}});
  map.push_back({"threads", Number(actor.concurrency, "mesh")});
  AddTimes(times, workload, map);
  // Above the defaults of the deploy.
  if (!workload.layers.empty()) Lay(map, BuildSettings(workload.layers, 1, workload.settled));
  return map;
}

}  // namespace

void AddHandlerTimes(std::int64_t handler_ns, Map& map) {
  const std::int64_t handler = SecondsUp(handler_ns);
  const std::string reason = fmt::format("mesh: a handler may take {} s", handler);
  const std::int64_t needed = handler + SecondsUp(types::kDrainNs + types::kHostMarginNs);
  map.push_back({"handlerSeconds", Number(handler, "mesh")});
  map.push_back({"terminationGracePeriodSeconds", Number(std::max(kLeastGrace, needed), reason)});
  map.push_back({"scale", {Map{{"cooldown", Number(std::max(kLeastCooldown, handler), reason)}}}});
}

Map BuildActors(const Declarations& declarations, const HandlerTimes& times, const Deploy* deploy) {
  Map map;
  for (const types::ActorId id : declarations.actors.ids()) {
    map.push_back({declarations.actors[id].name,
                   {BuildActor(declarations, times, MakeWorkload(declarations, deploy, id))}});
  }
  return map;
}

}  // namespace meshc::codegen::helm
