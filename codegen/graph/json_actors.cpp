#include "codegen/graph/json_actors.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

using Json = nlohmann::ordered_json;
using types::Actor;
using types::Declarations;

double Milliseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <typename T>
Json OrNull(const std::optional<types::Stated<T>>& stated) {
  return stated ? Json(stated->value) : Json();
}

Json MillisecondsOrNull(const std::optional<std::int64_t>& nanoseconds) {
  return nanoseconds ? Json(Milliseconds(*nanoseconds)) : Json();
}

Json MillisecondsOrNull(const std::optional<types::Stated<std::int64_t>>& stated) {
  return stated ? MillisecondsOrNull(std::optional(stated->value)) : Json();
}

Json MembersToJson(const Declarations& declarations, const std::vector<types::Member>& members) {
  Json array = Json::array();
  for (const types::Member& member : members) {
    array.push_back({{"name", member.name},
                     {"type", types::PrintType(declarations, member.type)},
                     {"default", member.default_value.has_value()},
                     {"sensitive", member.sensitive},
                     {"doc", member.origin.doc}});
  }
  return array;
}

const char* Name(types::EffectKind kind) {
  switch (kind) {
    case types::EffectKind::kNone: return "none";
    case types::EffectKind::kIdempotent: return "idempotent";
    case types::EffectKind::kAtLeastOnce: return "at_least_once";
  }
  NoSuchEnumerator();
}

Json LimitsToJson(const Actor& actor) {
  return {{"timeout_ms", Milliseconds(actor.timeout_ns)},
          {"attempts", actor.retry ? actor.retry->attempts : 1},
          {"concurrency", actor.concurrency},
          {"max_steps", actor.max_steps}};
}

Json AmountToJson(const types::Amount& amount) {
  return {{"request", OrNull(amount.request)}, {"limit", OrNull(amount.limit)}};
}

Json ScaleToJson(const types::Scale& scale) {
  return {{"min", scale.replicas ? Json(scale.replicas->value.min) : Json()},
          {"max", scale.replicas ? Json(scale.replicas->value.max) : Json()},
          {"per", OrNull(scale.per)},
          {"activation", OrNull(scale.activation)},
          {"cooldown_ms", MillisecondsOrNull(scale.cooldown_ns)},
          {"polling_ms", MillisecondsOrNull(scale.polling_ns)}};
}

Json ResourcesToJson(const types::Resources& resources) {
  const auto& gpu = resources.gpu;
  return {{"milli_cpu", AmountToJson(resources.milli_cpu)},
          {"memory_bytes", AmountToJson(resources.memory_bytes)},
          {"ephemeral_bytes", AmountToJson(resources.ephemeral_bytes)},
          {"gpu", gpu ? Json{{"count", gpu->count}, {"device", gpu->device}} : Json()}};
}

/// What is null the deploy does not state: the chart decides, or the declaration holds.
Json DeployToJson(const Declarations& declarations, const types::Deploy& deploy, types::ActorId actor) {
  const types::ActorSettings settings = types::SettingsOf(declarations, deploy, actor);
  const types::Pool* pool = deploy.PoolOf(actor);
  return {{"pool", pool == nullptr ? Json() : Json(pool->name)},
          {"image", OrNull(settings.image)},
          {"scale", ScaleToJson(settings.scale)},
          {"resources", ResourcesToJson(settings.resources)},
          {"concurrency", OrNull(settings.concurrency)},
          {"timeout_ms", MillisecondsOrNull(settings.timeout_ns)},
          {"attempts", settings.retry ? Json(settings.retry->attempts) : Json()}};
}

/// `by`: the path of the key as it is written; null: a call of an envelope is one effect.
Json EffectToJson(const Declarations& declarations, const Actor& actor) {
  const types::Effect& effect = actor.effect;
  Json by;
  if (effect.has_key) {
    std::string path = actor.params[effect.param].name;
    types::TypeId type = actor.params[effect.param].type;
    for (const std::uint32_t index : effect.path) {
      const types::Type& record = declarations.types[declarations.types.Present(type)];
      const types::Member& member = declarations.records[record.record()].members[index];
      path += "." + member.name;
      type = member.type;
    }
    by = std::move(path);
  }
  return {{"kind", Name(effect.kind)}, {"by", std::move(by)}, {"shared", effect.shared}};
}

Json ActorToJson(types::ActorId id, const JsonContext& context) {
  const Declarations& declarations = context.mesh.declarations;
  const Actor& actor = declarations.actors[id];
  Json labels = Json::array();
  for (const types::EnumValue& label : actor.labels) labels.push_back(label.name);
  Json raises = Json::array();
  for (const types::ErrorId error : actor.raises) raises.push_back(declarations.errors[error].name);
  Json json = {{"name", actor.name},
               {"kind", actor.kind == types::ActorKind::kProcessor ? "processor" : "router"},
               {"params", MembersToJson(declarations, actor.params)},
               {"results", MembersToJson(declarations, actor.results)},
               {"labels", std::move(labels)},
               {"steps", actor.steps},
               {"raises", std::move(raises)},
               {"limits", LimitsToJson(actor)},
               {"effect", EffectToJson(declarations, actor)},
               {"undo", actor.undo.has_value() ? Json(declarations.actors[actor.undo].name) : Json()},
               {"owner", actor.origin.owner},
               {"cost", actor.cost},
               {"doc", actor.origin.doc},
               {"place", PlaceToJson(actor.origin.range, context)}};
  if (context.deploy != nullptr) json["deploy"] = DeployToJson(declarations, *context.deploy, id);
  return json;
}

}  // namespace

Json PlaceToJson(source::SourceRange range, const JsonContext& context) {
  if (context.sources == nullptr || !range.has_value()) return {};
  const source::LineColumn at = context.sources->Locate(range.file, range.begin);
  return {{"file", context.sources->Name(range.file)}, {"line", at.line}, {"column", at.column}};
}

Json ActorsToJson(const Model& model, const JsonContext& context) {
  std::set<std::string_view> shown;
  for (const Node& node : model.nodes) shown.insert(node.actor);
  Json array = Json::array();
  const auto& actors = context.mesh.declarations.actors;
  for (const types::ActorId id : actors.ids()) {
    if (shown.contains(actors[id].name)) array.push_back(ActorToJson(id, context));
  }
  return array;
}

}  // namespace meshc::codegen::graph
