#include "codegen/helm/layers.h"

namespace meshc::codegen::helm {
namespace {

void AddFlavors(const types::Declarations& declarations, const std::vector<types::FlavorId>& flavors,
                std::vector<Layer>& layers) {
  for (const types::FlavorId id : flavors) {
    const types::Flavor& flavor = declarations.flavors[id];
    layers.push_back({&flavor.settings, "flavor " + flavor.name});
  }
}

}  // namespace

std::vector<Layer> NamedLayers(const types::Declarations& declarations, const types::Deploy& deploy,
                               const types::Pool& pool) {
  std::vector<Layer> layers{{&deploy.defaults, "default"}};
  AddFlavors(declarations, pool.flavors, layers);
  layers.push_back({&pool.own, "pool " + pool.name});
  return layers;
}

std::vector<Layer> NamedLayers(const types::Declarations& declarations, const types::Deploy& deploy,
                               types::ActorId actor) {
  const types::Pool* pool = deploy.PoolOf(actor);
  std::vector<Layer> layers{{&deploy.defaults, "default"}};
  if (pool != nullptr) layers = NamedLayers(declarations, deploy, *pool);
  const types::DeployedActor* named = deploy.Find(actor);
  if (named == nullptr) return layers;
  AddFlavors(declarations, named->flavors, layers);
  layers.push_back({&named->own, "actor " + declarations.actors[actor].name});
  return layers;
}

}  // namespace meshc::codegen::helm
