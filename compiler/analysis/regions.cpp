#include "compiler/analysis/regions.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

Regions::Regions(const ir::Mesh& mesh) : scopes_(ir::ComputeScopes(mesh)) {
  for (types::FlowId flow : mesh.flows.ids())
    regions_.Add({flow, mesh.flows[flow].entry, {}, {}, false, 0, {}});
  points_.resize(mesh.flows.size());
  for (ir::PointId point : mesh.points.ids()) points_[mesh.points[point].flow.index].push_back(point);
  AddInnerRegions();
  AssignPoints();
  for (Region& region : regions_) {
    for (ir::PointId point : region.points) {
      const ir::PointBody& body = mesh.points[point].body;
      bool is_exit = region.is_branch ? std::holds_alternative<ir::BranchEnd>(body)
                                      : std::holds_alternative<ir::FinallyExit>(body);
      if (region.parent.has_value() && is_exit) region.exit = point;
    }
  }
  OrderFlows(mesh);
  OrderRegions();
}

// Scopes are stored after what encloses them.
void Regions::AddInnerRegions() {
  of_scope_.resize(scopes_.scopes.size());
  for (ir::ScopeId id : scopes_.scopes.ids()) {
    const ir::Scope& scope = scopes_.scopes[id];
    if (scope.kind == ir::ScopeKind::kFlow) {
      of_scope_[id.index] = Body({scope.key});
      continue;
    }
    RegionId outer = OfScope(scope.parent);
    of_scope_[id.index] = outer;
    bool is_branch = scope.kind == ir::ScopeKind::kBranch;
    if (!is_branch && scope.kind != ir::ScopeKind::kFinally) continue;
    Region region{regions_[outer].flow, scope.entry(), {}, outer, is_branch, regions_[outer].depth + 1, {}};
    of_scope_[id.index] = inner_[scope.key] = regions_.Add(std::move(region));
  }
}

void Regions::AssignPoints() {
  of_point_.resize(scopes_.at.size());
  for (std::uint32_t i = 0; i < scopes_.at.size(); ++i) {
    if (!scopes_.at[i].has_value()) continue;
    of_point_[i] = OfScope(scopes_.at[i]);
    regions_[of_point_[i]].points.push_back({i});
  }
}

ir::PointId Regions::ClauseAround(ir::PointId point) const {
  ir::ScopeId clause = scopes_.Innermost(scopes_.at[point.index], ir::ScopeKind::kClause);
  return clause.has_value() ? scopes_.scopes[clause].entry() : ir::PointId{};
}

void Regions::OrderFlows(const ir::Mesh& mesh) {
  std::vector<std::vector<types::FlowId>> callees(mesh.flows.size());
  for (const ir::Point& point : mesh.points) {
    const types::FlowId callee = ir::CalledFlow(point);
    if (callee.has_value()) callees[point.flow.index].push_back(callee);
  }
  std::vector<bool> seen(mesh.flows.size(), false);
  std::vector<std::pair<types::FlowId, std::size_t>> path;
  for (types::FlowId root : mesh.flows.ids()) {
    if (!seen[root.index]) path.push_back({root, 0});
    seen[root.index] = true;
    while (!path.empty()) {
      auto& [flow, next] = path.back();
      if (next == callees[flow.index].size()) {
        flows_.push_back(flow);
        path.pop_back();
        continue;
      }
      types::FlowId callee = callees[flow.index][next++];
      if (seen[callee.index]) continue;
      seen[callee.index] = true;
      path.push_back({callee, 0});
    }
  }
}

void Regions::OrderRegions() {
  std::vector<std::vector<RegionId>> by_flow(points_.size());
  for (RegionId id : regions_.ids()) by_flow[regions_[id].flow.index].push_back(id);
  for (types::FlowId flow : flows_) {
    auto& regions = by_flow[flow.index];
    std::stable_sort(regions.begin(), regions.end(),
                     [&](RegionId a, RegionId b) { return regions_[a].depth > regions_[b].depth; });
    bottom_up_.insert(bottom_up_.end(), regions.begin(), regions.end());
  }
}

}  // namespace meshc::analysis
