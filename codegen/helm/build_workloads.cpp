#include "codegen/helm/build_workloads.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/common/naming.h"
#include "codegen/helm/build_calls.h"
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

/// What a handler may take at most, and the layer that says so: calls and declarations are of the mesh.
struct HandlerTime {
  std::int64_t nanoseconds = 0;
  std::string layer = "mesh";
};

/// What has settings: an actor, or a pool of several.
struct Workload {
  std::vector<Layer> layers;  ///< Empty: no deploy is asked for.
  ActorSettings settled;
  HandlerTime handler = {};
};

/// What follows from how long its handlers may take, unless a layer states it.
void AddTimes(const Workload& workload, Map& map) {
  Map needed;
  AddHandlerTimes(workload.handler.nanoseconds, workload.handler.layer, needed);
  if (const auto grace = LastOf(workload.layers, [](const auto& layer) { return layer.grace_ns; }))
    *Find(needed, "terminationGracePeriodSeconds") = Number(SecondsUp(grace->value.value), grace->layer);
  // Stated anew at each actor: what stands there in the values of the mesh would hide it.
  if (const auto cooldown =
          LastOf(workload.layers, [](const auto& layer) { return layer.scale.cooldown_ns; }))
    *Find(needed, "scale") = {Map{{"cooldown", Number(SecondsUp(cooldown->value.value), cooldown->layer)}}};
  Lay(map, std::move(needed));
}

/// What the handlers of an actor may take, whatever the deploy states.
HandlerTime HandlerOf(const Declarations& declarations, const HandlerTimes& times, const Deploy& deploy,
                      types::ActorId actor) {
  const auto stated =
      LastOf(NamedLayers(declarations, deploy, actor), [](const auto& layer) { return layer.timeout_ns; });
  if (!stated) return {times.Of(actor, std::nullopt)};
  const std::int64_t longest = times.Of(actor, stated->value);
  // A call's own may be longer, or all that there is.
  return longest == stated->value.value ? HandlerTime{longest, stated->layer} : HandlerTime{longest};
}

Workload MakeWorkload(const Declarations& declarations, const HandlerTimes& times, const Deploy* deploy,
                      types::ActorId actor) {
  if (deploy == nullptr) return {{}, {}, {times.Of(actor, std::nullopt)}};
  return {NamedLayers(declarations, *deploy, actor), types::SettingsOf(declarations, *deploy, actor),
          HandlerOf(declarations, times, *deploy, actor)};
}

/// What waits under a former name wakes its hosts, too.
Value BuildFormer(const std::string& mesh, const std::string& was) {
  return {Map{{"actor", Text(was)}, {"queue", Text(QueueName(mesh, was))}}};
}

/// How many calls its hosts make at once.
Value BuildThreads(const Actor& actor, const Workload& workload) {
  const auto stated = LastOf(workload.layers, [](const auto& layer) { return layer.concurrency; });
  return stated ? Number(stated->value, stated->layer) : Number(actor.concurrency, "mesh");
}

Map BuildActor(const Declarations& declarations, types::ActorId id, const Workload& workload, Map calls,
               const types::Pool* pool) {
  const Actor& actor = declarations.actors[id];
  const bool router = actor.kind != types::ActorKind::kProcessor;
  Map map;
  map.push_back({"queue", Text(QueueName(declarations.mesh, actor.name))});
  map.push_back({"kind", Text(router ? "router" : "processor")});
  if (!actor.origin.doc.empty()) map.push_back({"description", Text(FirstLine(actor.origin.doc))});
  if (!actor.origin.owner.empty()) map.push_back({"owner", Text(actor.origin.owner)});
  if (!actor.origin.was.empty())
    map.push_back({"former", {List{BuildFormer(declarations.mesh, actor.origin.was)}}});
  if (pool != nullptr) map.push_back({"pool", Text(pool->name, "pool " + pool->name)});
  map.push_back({"threads", BuildThreads(actor, workload)});
  if (!calls.empty()) map.push_back({"calls", {std::move(calls)}});
  AddTimes(workload, map);
  if (pool != nullptr) {
    // The rest is of the pool's pods.
    std::erase_if(map, [](const Entry& entry) { return entry.key == "scale"; });
    return map;
  }
  // Above the defaults of the deploy.
  if (!workload.layers.empty()) Lay(map, BuildSettings(workload.layers, 1, workload.settled));
  return map;
}

Map BuildPool(const Declarations& declarations, const HandlerTimes& times, const Deploy& deploy,
              const types::Pool& pool) {
  Workload workload{NamedLayers(declarations, deploy, pool), types::SettingsOf(declarations, deploy, pool)};
  List actors;
  for (const types::ActorId actor : pool.actors) {
    actors.push_back(Text(declarations.actors[actor].name));
    HandlerTime handler = HandlerOf(declarations, times, deploy, actor);
    if (handler.nanoseconds > workload.handler.nanoseconds) workload.handler = std::move(handler);
  }
  Map map;
  map.push_back({"name", Text(QueueName(declarations.mesh, pool.name))});
  map.push_back({"actors", {std::move(actors), "pool " + pool.name}});
  AddTimes(workload, map);
  Lay(map, BuildSettings(workload.layers, 1, workload.settled));
  return map;
}

}  // namespace

void AddHandlerTimes(std::int64_t handler_ns, const std::string& layer, Map& map) {
  const std::int64_t handler = SecondsUp(handler_ns);
  const std::string reason = fmt::format("{}: a handler may take {} s", layer, handler);
  const std::int64_t needed = handler + SecondsUp(types::kDrainNs + types::kHostMarginNs);
  map.push_back({"handlerSeconds", Number(handler, layer)});
  map.push_back({"terminationGracePeriodSeconds", Number(std::max(kLeastGrace, needed), reason)});
  map.push_back({"scale", {Map{{"cooldown", Number(std::max(kLeastCooldown, handler), reason)}}}});
}

Map BuildActors(const Declarations& declarations, const HandlerTimes& times, const Deploy* deploy) {
  Map map;
  for (const types::ActorId id : declarations.actors.ids()) {
    const types::Pool* pool = deploy == nullptr ? nullptr : deploy->PoolOf(id);
    const Workload workload = MakeWorkload(declarations, times, deploy, id);
    Map calls = BuildCalls(declarations, times, id, workload.layers);
    map.push_back(
        {declarations.actors[id].name, {BuildActor(declarations, id, workload, std::move(calls), pool)}});
  }
  return map;
}

Map BuildPools(const Declarations& declarations, const HandlerTimes& times, const Deploy* deploy) {
  Map map;
  if (deploy == nullptr) return map;
  for (const types::Pool& pool : deploy->pools)
    map.push_back({pool.name, {BuildPool(declarations, times, *deploy, pool)}});
  return map;
}

}  // namespace meshc::codegen::helm
