#include "codegen/helm/layers.h"

namespace meshc::codegen::helm {

std::vector<Layer> NamedLayers(const types::Declarations& declarations, const types::Deploy& deploy,
                               types::ActorId actor) {
  std::vector<Layer> layers{{&deploy.defaults, "default"}};
  const types::DeployedActor* named = deploy.Find(actor);
  if (named == nullptr) return layers;
  for (const types::FlavorId id : named->flavors) {
    const types::Flavor& flavor = declarations.flavors[id];
    layers.push_back({&flavor.settings, "flavor " + flavor.name});
  }
  layers.push_back({&named->own, "actor " + declarations.actors[actor].name});
  return layers;
}

}  // namespace meshc::codegen::helm
