#include "mesh/route/kept.h"

#include <algorithm>

#include <fmt/format.h>

namespace mesh::route {

namespace {

/// A call may be undone.
bool HasSagas(const contract::RouteTable& table) {
  return std::ranges::any_of(
      table.points, [](const contract::Point& point) { return point.kind == contract::PointKind::kUndo; });
}

bool HasEffect(const contract::Actor& actor) { return actor.effect != contract::Effect::kNoEffect; }

/// Who has the effect of a call: its actor, or what undoes it; null: nobody.
const contract::Actor* FindEffect(const contract::RouteTable& table, const contract::Actor& actor) {
  if (HasEffect(actor)) return &actor;
  const contract::Actor* const undo = actor.undo == contract::kNone ? nullptr : &table.actors[actor.undo];
  return undo != nullptr && HasEffect(*undo) && HasSagas(table) ? undo : nullptr;
}

}  // namespace

std::string FindKept(const contract::RouteTable& table, const contract::Point& point) {
  const contract::Actor* const effect =
      point.actor == contract::kNone ? nullptr : FindEffect(table, table.actors[point.actor]);
  if (effect != nullptr) return fmt::format("`{}` has an effect", effect->name);
  switch (point.kind) {
    case contract::PointKind::kFork:
    case contract::PointKind::kEachFork: return "the mesh forks";
    case contract::PointKind::kTap: return "the mesh taps";
    case contract::PointKind::kPark: return "envelopes wait for a signal";
    default: return {};
  }
}

std::vector<bool> FlowsKept(const contract::RouteTable& table) {
  std::vector<bool> kept(table.flows.size);
  for (const contract::Point& point : table.points) {
    if (!kept[point.flow]) kept[point.flow] = !FindKept(table, point).empty();
  }
  for (bool more = true; more;) {
    more = false;
    for (const contract::Point& point : table.points) {
      if (point.callee == contract::kNone || !kept[point.callee] || kept[point.flow]) continue;
      kept[point.flow] = true;
      more = true;
    }
  }
  return kept;
}

}  // namespace mesh::route
