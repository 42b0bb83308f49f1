#include "codegen/graph/render_json.h"

#include <nlohmann/json.hpp>

namespace meshc::codegen::graph {
namespace {

using Json = nlohmann::ordered_json;

/// The id of the enclosing frame, or null.
Json RegionId(const Model& model, Index region) {
  return region == kNone ? Json(nullptr) : Json(model.regions[region].id);
}

Json ToJson(const Model& model, const Region& region) {
  return {{"id", region.id},       {"kind", Name(region.kind)},
          {"label", region.label}, {"entry", region.is_entry},
          {"doc", region.tooltip}, {"parent", RegionId(model, region.parent)}};
}

Json ToJson(const Model& model, const Node& node) {
  return {{"id", node.id},           {"kind", Name(node.kind)}, {"label", node.label},
          {"details", node.details}, {"doc", node.tooltip},     {"region", RegionId(model, node.region)}};
}

Json ToJson(const Model& model, const Edge& edge) {
  return {{"from", model.nodes[edge.from].id},
          {"to", model.nodes[edge.to].id},
          {"kind", Name(edge.kind)},
          {"label", edge.label},
          {"from_region", RegionId(model, edge.from_region)}};
}

template <typename T>
Json ToArray(const Model& model, const std::vector<T>& all) {
  Json array = Json::array();
  for (const T& each : all) array.push_back(ToJson(model, each));
  return array;
}

}  // namespace

std::string RenderJson(const Model& model) {
  const Json json = {{"mesh", model.mesh},
                     {"regions", ToArray(model, model.regions)},
                     {"nodes", ToArray(model, model.nodes)},
                     {"edges", ToArray(model, model.edges)}};
  return json.dump(2) + "\n";
}

}  // namespace meshc::codegen::graph
