#include <algorithm>
#include <set>
#include <utility>

#include "compiler/types/declarations.h"

namespace meshc::types {
namespace {

template <typename T>
void Take(std::optional<T>& settled, const std::optional<T>& later) {
  if (later) settled = later;
}

void Take(Scale& settled, const Scale& later) {
  Take(settled.replicas, later.replicas);
  Take(settled.per, later.per);
  Take(settled.cooldown_ns, later.cooldown_ns);
  Take(settled.polling_ns, later.polling_ns);
  Take(settled.activation, later.activation);
}

void Take(Amount& settled, const Amount& later) {
  Take(settled.request, later.request);
  Take(settled.limit, later.limit);
}

void Take(Resources& settled, const Resources& later) {
  Take(settled.milli_cpu, later.milli_cpu);
  Take(settled.memory_bytes, later.memory_bytes);
  Take(settled.ephemeral_bytes, later.ephemeral_bytes);
  Take(settled.gpu, later.gpu);
}

/// Removes what a later entry takes the place of: one with the same key.
template <typename T, typename Key>
void GiveWay(std::vector<T>& settled, const std::vector<T>& later, Key key) {
  std::set<decltype(key(later.front()))> taken;
  for (const T& entry : later) taken.insert(key(entry));
  std::erase_if(settled, [&](const T& entry) { return taken.contains(key(entry)); });
}

template <typename T, typename Key>
void Append(std::vector<T>& settled, const std::vector<T>& later, Key key) {
  GiveWay(settled, later, key);
  settled.insert(settled.end(), later.begin(), later.end());
}

void AppendLists(ActorSettings& settled, const ActorSettings& later) {
  Append(settled.selectors, later.selectors, [](const NodeSelector& entry) { return entry.key; });
  Append(settled.tolerations, later.tolerations,
         [](const Toleration& entry) { return std::pair(entry.key, entry.value); });
  GiveWay(settled.volumes, later.volumes, [](const Volume& entry) { return entry.path; });
  Append(settled.volumes, later.volumes, [](const Volume& entry) { return entry.name; });
  Append(settled.env, later.env, [](const EnvVariable& entry) { return entry.name; });
  Append(settled.egress, later.egress,
         [](const Egress& entry) { return std::pair(entry.network, entry.port); });
}

void Take(ActorSettings& settled, const ActorSettings& later) {
  Take(settled.image, later.image);
  Take(settled.scale, later.scale);
  Take(settled.resources, later.resources);
  Take(settled.concurrency, later.concurrency);
  Take(settled.priority, later.priority);
  Take(settled.service_account, later.service_account);
  Take(settled.timeout_ns, later.timeout_ns);
  Take(settled.grace_ns, later.grace_ns);
  Take(settled.retry, later.retry);
  AppendLists(settled, later);
}

/// What Kubernetes does too.
void RequestTheLimit(Amount& amount) {
  if (!amount.request) amount.request = amount.limit;
}

ActorSettings Settle(const std::vector<const ActorSettings*>& layers) {
  ActorSettings settled;
  for (const ActorSettings* layer : layers) Take(settled, *layer);
  RequestTheLimit(settled.resources.milli_cpu);
  RequestTheLimit(settled.resources.memory_bytes);
  RequestTheLimit(settled.resources.ephemeral_bytes);
  return settled;
}

}  // namespace

const DeployedActor* Deploy::Find(ActorId actor) const {
  const auto found = std::lower_bound(actors.begin(), actors.end(), actor,
                                      [](const DeployedActor& a, ActorId id) { return a.actor < id; });
  return found != actors.end() && found->actor == actor ? &*found : nullptr;
}

const Pool* Deploy::PoolOf(ActorId actor) const {
  const DeployedActor* named = Find(actor);
  return named == nullptr || !named->pool ? nullptr : &pools[*named->pool];
}

std::vector<const ActorSettings*> LayersOf(const Declarations& declarations, const Deploy& deploy,
                                           const Pool& pool) {
  std::vector<const ActorSettings*> layers{&deploy.defaults};
  for (const FlavorId flavor : pool.flavors) layers.push_back(&declarations.flavors[flavor].settings);
  layers.push_back(&pool.own);
  return layers;
}

std::vector<const ActorSettings*> LayersOf(const Declarations& declarations, const Deploy& deploy,
                                           ActorId actor) {
  const DeployedActor* named = deploy.Find(actor);
  if (named == nullptr) return {&deploy.defaults};
  std::vector<const ActorSettings*> layers{&deploy.defaults};
  if (named->pool) layers = LayersOf(declarations, deploy, deploy.pools[*named->pool]);
  for (const FlavorId flavor : named->flavors) layers.push_back(&declarations.flavors[flavor].settings);
  layers.push_back(&named->own);
  return layers;
}

ActorSettings SettingsOf(const Declarations& declarations, const Deploy& deploy, ActorId actor) {
  return Settle(LayersOf(declarations, deploy, actor));
}

ActorSettings SettingsOf(const Declarations& declarations, const Deploy& deploy, const Pool& pool) {
  return Settle(LayersOf(declarations, deploy, pool));
}

}  // namespace meshc::types
