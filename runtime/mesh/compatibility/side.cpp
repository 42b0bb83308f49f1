#include "mesh/compatibility/side.h"

#include <algorithm>

namespace mesh::compatibility {

using contract::Index;
using contract::kNone;
using contract::PointKind;

bool IsDelivery(const contract::Point& point) {
  return point.kind == PointKind::kCall || point.kind == PointKind::kAsk || point.kind == PointKind::kFollow;
}

Index UndoOf(const contract::RouteTable& table, const contract::Point& point) {
  if (point.kind != PointKind::kCall) return kNone;
  const Index undo = table.actors[point.actor].undo;
  if (point.undo.count > 0) return undo;
  if (undo == kNone || table.actors[undo].params.count > 0) return kNone;
  // An undo that takes nothing is bound to nothing: any saga may have called it.
  const bool saga = std::ranges::any_of(
      table.points, [](const contract::Point& each) { return each.kind == PointKind::kSagaEnter; });
  return saga ? undo : kNone;
}

Side::Side(const contract::RouteTable& table, const contract::Promises& promises)
    : table_(table), promises_(promises), schemas_(table.pool, promises.former) {
  for (const contract::FormerName& each : promises.former) {
    former_names_.emplace(std::pair(each.of, each.entry), each.name);
    if (each.of == contract::Named::kActor) former_actors_.emplace(each.name, each.entry);
    if (each.of == contract::Named::kFlow) former_flows_.emplace(each.name, each.entry);
  }
  for (Index i = 0; i < table.actors.size; ++i) actors_.emplace(table.actors[i].name, i);
  for (Index i = 0; i < table.flows.size; ++i) flows_.emplace(table.flows[i].name, i);
  for (Index i = 0; i < table.errors.size; ++i) errors_.emplace(table.errors[i].name, i);
  for (Index i = 0; i < promises.deploys.size; ++i) deploys_.emplace(promises.deploys[i].name, i);
  std::set<std::string_view> listed;
  std::set<Index> called;
  for (const contract::Actor& actor : table.actors) {
    for (const std::string_view step : Slice(table.pool.strings, actor.steps)) listed.insert(step);
  }
  for (const contract::Point& point : table.points) AddPoint(point, called);
  for (Index i = 0; i < table.flows.size; ++i) {
    if (!called.contains(i) && !listed.contains(table.flows[i].name)) entries_.insert(i);
  }
}

void Side::AddPoint(const contract::Point& point, std::set<Index>& called) {
  if (point.kind == PointKind::kFlowCall) called.insert(point.callee);
  if (point.kind == PointKind::kPark) signals_[point.signal].insert(point.type);
  if (!IsDelivery(point)) return;
  reached_.insert(point.actor);
  if (const Index undo = UndoOf(table_, point); undo != kNone) reached_.insert(undo);
}

const expression::Evaluator& Side::evaluator() const {
  std::call_once(asked_, [this] { evaluator_.emplace(table_.pool); });
  return *evaluator_;
}

Index Side::Find(const Names& names, const Names& former, std::string_view name) {
  if (const auto found = names.find(name); found != names.end()) return found->second;
  const auto found = former.find(name);
  return found == former.end() ? kNone : found->second;
}

std::string_view Side::FormerName(contract::Named of, Index entry) const {
  const auto found = former_names_.find({of, entry});
  return found == former_names_.end() ? std::string_view() : found->second;
}

std::string_view Side::FormerStep(std::string_view name) const {
  const Index actor = FindActor(name);
  return actor != kNone ? FormerName(contract::Named::kActor, actor)
                        : FormerName(contract::Named::kFlow, FindFlow(name));
}

bool Side::IsError(Index error, Index ancestor) const {
  for (; error != kNone; error = table_.errors[error].parent) {
    if (error == ancestor) return true;
  }
  return false;
}

bool Side::MayRaise(const contract::Actor& actor, Index error) const {
  using contract::BuiltinError;
  if (error != static_cast<Index>(BuiltinError::kAny) && error < static_cast<Index>(BuiltinError::kCount))
    return true;
  return std::ranges::any_of(Slice(pool().indices, actor.raises),
                             [&](Index each) { return IsError(error, each); });
}

}  // namespace mesh::compatibility
