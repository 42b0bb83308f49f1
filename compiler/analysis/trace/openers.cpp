#include "compiler/analysis/trace/openers.h"

#include <variant>

#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

Openers::Openers(const ir::Mesh& mesh)
    : mesh_(mesh), scopes_(ir::ComputeScopes(mesh)), flows_in_sagas_(mesh.flows.size()) {
  for (const ir::PointId id : mesh.points.ids()) AddBranches(id, mesh.points[id]);
  FindFlowsInSagas();
}

void Openers::AddBranches(ir::PointId id, const ir::Point& point) {
  if (const auto* fork = std::get_if<ir::Fork>(&point.body)) {
    for (const ir::ForkBranch& branch : fork->branches) branches_[branch.entry.index] = {id, branch.optional};
    forks_[fork->join.index] = id;
  } else if (const auto* each = std::get_if<ir::EachFork>(&point.body)) {
    branches_[each->body.index] = {id, false};
    forks_[each->join.index] = id;
  } else if (const auto* tap = std::get_if<ir::Tap>(&point.body)) {
    branches_[tap->copy.index] = {id, true};
  } else if (const auto* follow = std::get_if<ir::Follow>(&point.body)) {
    plans_[follow->next.index] = id;
  } else if (const auto* enter = std::get_if<ir::FinallyEnter>(&point.body)) {
    finallies_[enter->next.index] = id;
  }
}

/// Callees of callees count too.
void Openers::FindFlowsInSagas() {
  std::vector<std::vector<types::FlowId>> callees(mesh_.flows.size());
  std::vector<types::FlowId> open;
  for (const ir::PointId id : mesh_.points.ids()) {
    const ir::Point& point = mesh_.points[id];
    const types::FlowId callee = ir::CalledFlow(point);
    if (!callee.has_value()) continue;
    callees[point.flow.index].push_back(callee);
    if (IsWithinSaga(id)) open.push_back(callee);
  }
  while (!open.empty()) {
    const types::FlowId flow = open.back();
    open.pop_back();
    if (flows_in_sagas_[flow.index]) continue;
    flows_in_sagas_[flow.index] = true;
    open.insert(open.end(), callees[flow.index].begin(), callees[flow.index].end());
  }
}

ir::PointId Openers::EntryOfBranch(ir::PointId end) const {
  const ir::ScopeId at = scopes_.at[end.index];
  const ir::ScopeId scope = scopes_.Innermost(at, ir::ScopeKind::kBranch);
  return scope.has_value() ? scopes_.scopes[scope].entry() : ir::PointId{};
}

ir::PointId Openers::OfBranchEnd(ir::PointId end) const { return BranchOf(end).opener; }

bool Openers::PassesErrorsOn(ir::PointId branch_end) const {
  const Branch branch = BranchOf(branch_end);
  if (!branch.opener.has_value() || branch.optional) return false;
  const ir::PointBody& opener = mesh_.points[branch.opener].body;
  if (const auto* fork = std::get_if<ir::Fork>(&opener)) return fork->policy.wait == ir::WaitKind::kAll;
  return std::get<ir::EachFork>(opener).policy.wait == ir::WaitKind::kAll;
}

ir::PointId Openers::OfUndo(ir::PointId undo) const {
  const ir::ScopeId saga = scopes_.Innermost(scopes_.at[undo.index], ir::ScopeKind::kSaga);
  return saga.has_value() ? scopes_.scopes[saga].entry() : ir::PointId{};
}

/// Of its own flow.
bool Openers::IsWithinSaga(ir::PointId point) const {
  return scopes_.Innermost(scopes_.at[point.index], ir::ScopeKind::kSaga).has_value();
}

bool Openers::IsInSaga(ir::PointId point) const {
  return flows_in_sagas_[mesh_.points[point].flow.index] || IsWithinSaga(point);
}

bool Openers::MayBeInside(ir::PointId point, ir::PointId enter) const {
  if (mesh_.points[point].flow != mesh_.points[enter].flow) return true;
  ir::ScopeId scope = scopes_.Innermost(scopes_.at[point.index], ir::ScopeKind::kSaga);
  while (scope.has_value() && scopes_.scopes[scope].entry() != enter)
    scope = scopes_.Innermost(scopes_.scopes[scope].parent, ir::ScopeKind::kSaga);
  return scope.has_value();
}

}  // namespace meshc::analysis
