#include "mesh/route/effect_key.h"

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/json.h"

namespace mesh::route {

std::variant<std::string, Error> PathKey(const Router& router, const Envelope& envelope,
                                         contract::Index index, const Arguments& arguments) {
  const contract::RouteTable& table = router.table();
  const contract::Actor& actor = table.actors[index];
  if (actor.effect_key == contract::kNone) return std::string();
  const auto outcome = router.evaluator().Evaluate(actor.effect_key, {.params = arguments});
  if (const auto* failure = std::get_if<expression::Failure>(&outcome)) {
    return MakeError(
        contract::BuiltinError::kExpressionError,
        fmt::format("the effect key of `{}`: {}", actor.name,
                    router.sensitivity().HidesProgram(actor.effect_key) ? kRedacted : failure->message));
  }
  const contract::Index type = table.pool.programs[actor.effect_key].result;
  const std::string value = ToJson(table.pool, type, std::get<Value>(outcome));
  return actor.effect_shared ? value : fmt::format("{}/{}", envelope.root(), value);
}

std::variant<std::string, Error> EffectKey(const Router& router, const Envelope& envelope,
                                           const Arguments& arguments) {
  const contract::RouteTable& table = router.table();
  const contract::Index actor = router.ActorAt(envelope);
  if (table.actors[actor].effect != contract::Effect::kIdempotent) return std::string();
  if (table.actors[actor].effect_key != contract::kNone) return PathKey(router, envelope, actor, arguments);
  const contract::Point& point = table.points[envelope.route.at];
  return fmt::format("{}/{}/{}", envelope.id, point.name, envelope.route.hop);
}

}  // namespace mesh::route
