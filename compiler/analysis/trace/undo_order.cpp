#include "compiler/analysis/trace/undo_order.h"

#include <algorithm>
#include <variant>

#include "compiler/analysis/failures.h"
#include "compiler/analysis/fits.h"

namespace meshc::analysis {

UndoOrder::UndoOrder(const ir::Mesh& mesh, const Openers& openers)
    : mesh_(mesh),
      openers_(openers),
      fallible_(FindFallible(mesh)),
      origins_(mesh.points.size() + mesh.flows.size()),
      returns_(mesh.flows.size()) {
  for (const ir::PointId id : mesh.points.ids()) {
    const ir::Point& point = mesh.points[id];
    if (std::holds_alternative<ir::Return>(point.body)) returns_[point.flow.index].push_back(id);
    if (!std::holds_alternative<ir::BranchEnd>(point.body)) continue;
    if (const ir::PointId entry = openers.EntryOfBranch(id); entry.has_value()) ends_[entry.index] = id;
  }
  for (const ir::PointId id : mesh.points.ids()) {
    AddPoint(id);
    AddFailure(id);
  }
}

void UndoOrder::Add(std::uint32_t to, std::uint32_t from, bool succeeded) {
  origins_[to].push_back({from, succeeded});
}

void UndoOrder::AddPoint(ir::PointId id) {
  const ir::PointBody& body = mesh_.points[id].body;
  if (const auto* call = std::get_if<ir::FlowCall>(&body)) {
    AddWell(id, mesh_.flows[call->flow].entry);
    for (const ir::PointId end : returns_[call->flow.index]) AddWell(end, call->next);
  } else if (const auto* fork = std::get_if<ir::Fork>(&body)) {
    AddFork(id, *fork);
  } else if (const auto* each = std::get_if<ir::EachFork>(&body)) {
    AddEach(id, *each);
  } else if (const auto* next = std::get_if<ir::FollowNext>(&body)) {
    for (const ir::PointId step : std::get<ir::Follow>(mesh_.points[openers_.OfFollowNext(id)].body).steps)
      AddWell(id, step);
    AddWell(id, next->next);
  } else if (!std::holds_alternative<ir::BranchEnd>(body)) {
    for (const ir::PointId to : ir::Successors(mesh_.points[id])) AddWell(id, to);
  }
}

/// Any branch may have failed before its calls, so that each end may be followed by each later branch.
void UndoOrder::AddFork(ir::PointId id, const ir::Fork& fork) {
  llvm::SmallVector<ir::PointId, 4> before = {id};
  for (const ir::ForkBranch& branch : fork.branches) {
    for (const ir::PointId from : before) AddWell(from, branch.entry);
    if (const ir::PointId end = ends_.lookup(branch.entry.index); end.has_value()) before.push_back(end);
  }
  for (const ir::PointId from : before) AddWell(from, fork.join);
}

void UndoOrder::AddEach(ir::PointId id, const ir::EachFork& each) {
  AddWell(id, each.body);
  AddWell(id, each.join);
  const ir::PointId end = ends_.lookup(each.body.index);
  if (!end.has_value()) return;
  AddWell(end, each.body);
  AddWell(end, each.join);
}

void UndoOrder::AddFailure(ir::PointId id) {
  const ir::Point& point = mesh_.points[id];
  const std::uint32_t to = point.handler ? point.handler->target.index : EscapeOf(point.flow);
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) Add(to, EscapeOf(call->flow), true);
  if (std::holds_alternative<ir::Undo>(point.body)) {
    // What this saga did is undone when the error goes on.
    if (const ir::PointId enter = openers_.OfUndo(id); enter.has_value()) Add(to, enter.index, false);
    return;
  }
  Add(to, id.index, false);
  // A fork fails when its branches have ended.
  if (const auto* fork = std::get_if<ir::Fork>(&point.body)) Add(to, fork->join.index, false);
  if (const auto* each = std::get_if<ir::EachFork>(&point.body)) Add(to, each->join.index, false);
}

const ir::Call* UndoOrder::CallWithUndo(std::uint32_t place) const {
  if (place >= mesh_.points.size()) return nullptr;
  const auto* call = std::get_if<ir::Call>(&mesh_.points[ir::PointId{place}].body);
  const bool has_undo = call != nullptr && mesh_.declarations.actors[call->visit.actor].undo.has_value();
  return has_undo ? call : nullptr;
}

/// Nothing is called with params that cannot be computed or break their bounds: such an undo call is
/// skipped, and the one before it is the next.
bool UndoOrder::MayBeRefused(const ir::Call& call) const {
  const types::Actor& undo = mesh_.declarations.actors[mesh_.declarations.actors[call.visit.actor].undo];
  return std::any_of(call.undo.begin(), call.undo.end(), [&](const ir::Binding& binding) {
    return fallible_[binding.value.index] ||
           !AlwaysFits(mesh_, binding.value, undo.params[binding.param].type);
  });
}

LastCalls UndoOrder::Before(ir::PointId point, ir::PointId enter) const {
  LastCalls last;
  std::vector<bool> seen(origins_.size());
  std::vector<std::uint32_t> open = {point.index};
  seen[point.index] = true;
  while (!open.empty()) {
    const std::uint32_t place = open.back();
    open.pop_back();
    if (place == enter.index) last.none = true;
    for (const Origin& origin : origins_[place]) {
      if (place == enter.index) break;
      const ir::Call* call = origin.succeeded ? CallWithUndo(origin.place) : nullptr;
      if (call != nullptr) last.calls.push_back({origin.place});
      if ((call != nullptr && !MayBeRefused(*call)) || seen[origin.place]) continue;
      seen[origin.place] = true;
      open.push_back(origin.place);
    }
  }
  std::sort(last.calls.begin(), last.calls.end());
  last.calls.erase(std::unique(last.calls.begin(), last.calls.end()), last.calls.end());
  return last;
}

}  // namespace meshc::analysis
