#include "codegen/helm/handler_times.h"

#include <algorithm>
#include <variant>

namespace meshc::codegen::helm {

HandlerTimes::HandlerTimes(const ir::Mesh& mesh)
    : declarations_(mesh.declarations), calls_(declarations_.actors.size()) {
  for (const ir::Point& point : mesh.points) {
    if (const auto* call = std::get_if<ir::Call>(&point.body)) Note(call->visit);
    if (const auto* ask = std::get_if<ir::Ask>(&point.body)) Note(ask->visit);
    if (const auto* follow = std::get_if<ir::Follow>(&point.body)) Note(follow->visit);
  }
  for (const types::Actor& actor : declarations_.actors) {
    if (actor.undo.has_value()) calls_[actor.undo.index].without_timeout = true;
  }
}

void HandlerTimes::Note(const ir::Visit& visit) {
  Calls& calls = calls_[visit.actor.index];
  calls.any = true;
  if (visit.timeout_ns)
    calls.longest_ns = std::max(calls.longest_ns, *visit.timeout_ns);
  else
    calls.without_timeout = true;
}

bool HandlerTimes::LeavesTime(types::ActorId actor) const {
  const Calls& calls = calls_[actor.index];
  return calls.without_timeout || !calls.any;
}

std::int64_t HandlerTimes::Of(types::ActorId actor,
                              const std::optional<types::Stated<std::int64_t>>& stated) const {
  const Calls& calls = calls_[actor.index];
  if (!LeavesTime(actor)) return calls.longest_ns;
  const std::int64_t left = stated ? stated->value : declarations_.actors[actor].timeout_ns;
  return std::max(calls.longest_ns, left);
}

}  // namespace meshc::codegen::helm
