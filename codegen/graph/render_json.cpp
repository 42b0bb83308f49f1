#include "codegen/graph/render_json.h"

#include <nlohmann/json.hpp>

#include "codegen/graph/json_actors.h"

namespace meshc::codegen::graph {
namespace {

using Json = nlohmann::ordered_json;

/// The id of the enclosing frame, or null.
Json RegionId(const Model& model, Index region) {
  return region == kNone ? Json(nullptr) : Json(model.regions[region].id);
}

Json ToJson(const Model& model, const Region& region, const JsonContext&) {
  return {{"id", region.id},       {"kind", Name(region.kind)},
          {"label", region.label}, {"entry", region.is_entry},
          {"doc", region.tooltip}, {"parent", RegionId(model, region.parent)}};
}

Json CountsToJson(const VisitCounts& load) {
  return {{"visits", load.visits},
          {"retries", load.retries},
          {"errors", load.errors},
          {"p99_ms", load.p99_ms ? Json(*load.p99_ms) : Json()}};
}

Json ToJson(const Model& model, const Node& node, const JsonContext& context) {
  Json json = {{"id", node.id},
               {"kind", Name(node.kind)},
               {"label", node.label},
               {"details", node.details},
               {"doc", node.tooltip},
               {"region", RegionId(model, node.region)},
               {"actor", node.actor.empty() ? Json() : Json(node.actor)},
               {"place", PlaceToJson(node.origin, context)}};
  if (node.load) json["counts"] = CountsToJson(*node.load);
  return json;
}

Json ToJson(const Model& model, const Edge& edge, const JsonContext&) {
  Json json = {{"from", model.nodes[edge.from].id},
               {"to", model.nodes[edge.to].id},
               {"kind", Name(edge.kind)},
               {"label", edge.label},
               {"from_region", RegionId(model, edge.from_region)}};
  for (const Raised& raised : edge.raised)
    json["raised"].push_back({{"error", raised.error}, {"points", raised.points}});
  if (edge.taken) json["taken"] = *edge.taken;
  return json;
}

template <typename T>
Json ToArray(const Model& model, const std::vector<T>& all, const JsonContext& context) {
  Json array = Json::array();
  for (const T& each : all) array.push_back(ToJson(model, each, context));
  return array;
}

}  // namespace

std::string RenderJson(const Model& model, const JsonContext& context) {
  Json json = {{"graph", 1},
               {"mesh", model.mesh},
               {"level", Name(context.level)},
               {"deploy", context.deploy != nullptr ? Json(context.deploy->name) : Json()},
               {"regions", ToArray(model, model.regions, context)},
               {"nodes", ToArray(model, model.nodes, context)},
               {"edges", ToArray(model, model.edges, context)},
               {"actors", ActorsToJson(model, context)}};
  return json.dump(2) + "\n";
}

}  // namespace meshc::codegen::graph
