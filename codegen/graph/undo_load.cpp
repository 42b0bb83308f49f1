#include "codegen/graph/undo_load.h"

#include <variant>

#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {
namespace {

/// False: there is less than that, so that the counts do not belong together.
bool TakeAway(std::uint64_t part, std::uint64_t& whole) {
  if (part > whole) return false;
  whole -= part;
  return true;
}

/// What is left of `all` without `part`.
std::optional<VisitCounts> Without(const VisitCounts& part, VisitCounts all) {
  // Of times only a share is known, and nobody can take one away from another.
  if (part.visits > 0) all.p99_ms.reset();
  if (!TakeAway(part.visits, all.visits) || !TakeAway(part.retries, all.retries)) return std::nullopt;
  for (const auto& [name, count] : part.errors) {
    const auto error = all.errors.find(name);
    if (error == all.errors.end() || !TakeAway(count, error->second)) return std::nullopt;
    if (error->second == 0) all.errors.erase(error);
  }
  return all;
}

}  // namespace

UndoLoads::UndoLoads(const TrafficCounts& counts, const ir::Mesh& mesh) {
  const auto& actors = mesh.declarations.actors;
  for (const ir::Point& point : mesh.points) {
    const auto* call = std::get_if<ir::Call>(&point.body);
    const types::ActorId undo = call == nullptr ? types::ActorId{} : actors[call->visit.actor].undo;
    if (undo.has_value()) ++undone_[actors[undo].name].calls;
  }
  for (auto& [name, undone] : undone_) {
    const auto found = counts.actors.find(std::string(name));
    if (found != counts.actors.end()) undone.load = found->second;
  }
  for (const ir::Point& point : mesh.points) {
    const ir::Visit* const visit = ir::VisitAt(point);
    if (visit == nullptr) continue;
    const auto undone = undone_.find(actors[visit->actor].name);
    const auto found = counts.points.find(point.name);
    if (undone == undone_.end() || found == counts.points.end()) continue;
    std::optional<VisitCounts>& load = undone->second.load;
    if (load) load = Without(found->second, std::move(*load));
  }
}

std::optional<VisitCounts> UndoLoads::Of(std::string_view actor) const {
  const auto undone = undone_.find(actor);
  if (undone == undone_.end()) return std::nullopt;
  const auto& [calls, load] = undone->second;
  return load && load->visits > 0 && calls > 1 ? std::nullopt : load;
}

}  // namespace meshc::codegen::graph
