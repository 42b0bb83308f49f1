#include "mesh/route/effect_key.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/json.h"

namespace mesh::route {

std::variant<std::string, Error> EffectKey(const Router& router, const Envelope& envelope,
                                           const Arguments& arguments) {
  const contract::RouteTable& table = router.table();
  const contract::Point& point = table.points[envelope.route.at];
  const contract::Actor& actor = table.actors[point.actor];
  if (actor.effect_key == contract::kNone) {
    return fmt::format("{}/{}/{}", envelope.id, point.name, envelope.route.hop);
  }
  const auto outcome = router.evaluator().Evaluate(actor.effect_key, {.params = arguments});
  if (const auto* failure = std::get_if<expression::Failure>(&outcome)) {
    return MakeError(contract::BuiltinError::kExpressionError,
                     fmt::format("the effect key of `{}`: {}", actor.name, failure->message));
  }
  const contract::Index type = table.pool.programs[actor.effect_key].result;
  const std::string value = ToJson(table.pool, type, std::get<Value>(outcome)).dump();
  if (actor.effect_shared) return value;
  // The children of an envelope share the effects of the whole.
  return fmt::format("{}/{}", envelope.root_id.empty() ? envelope.id : envelope.root_id, value);
}

}  // namespace mesh::route
