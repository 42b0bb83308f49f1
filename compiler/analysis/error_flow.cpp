#include "compiler/analysis/error_flow.h"

#include <algorithm>

namespace meshc::analysis {
namespace {

// True if `error` is new.
bool Insert(ErrorList& errors, types::ErrorId error) {
  auto place = std::lower_bound(errors.begin(), errors.end(), error);
  if (place != errors.end() && *place == error) return false;
  errors.insert(place, error);
  return true;
}

}  // namespace

ErrorFlow::ErrorFlow(const ir::Mesh& mesh, const Regions& regions)
    : mesh_(mesh),
      regions_(regions),
      at_(mesh.points.size()),
      pending_(mesh.points.size()),
      caught_(mesh.points.size()),
      escapes_(mesh.flows.size()) {
  OwnErrors own(mesh);
  for (ir::PointId point : mesh.points.ids()) {
    at_[point.index] = own.At(mesh.points[point]);
    FindJoins(point);
    if (!std::holds_alternative<ir::Reraise>(mesh.points[point].body)) continue;
    ir::PointId clause = regions.Of(point).has_value() ? regions.ClauseAround(point) : ir::PointId{};
    if (clause.has_value()) reraises_[clause.index].push_back(point);
  }
  for (types::FlowId flow : regions.flows_bottom_up()) Follow(flow);
}

// Only `wait all` fails with the errors of its branches, and of those that are not optional.
void ErrorFlow::FindJoins(ir::PointId point) {
  if (const auto* fork = std::get_if<ir::Fork>(&mesh_.points[point].body)) {
    for (const ir::ForkBranch& branch : fork->branches) {
      if (fork->policy.wait == ir::WaitKind::kAll && !branch.optional) passed_on_[branch.entry.index] = point;
    }
  }
  const auto* each = std::get_if<ir::EachFork>(&mesh_.points[point].body);
  if (each != nullptr && each->policy.wait == ir::WaitKind::kAll) passed_on_[each->body.index] = point;
}

ir::PointId ErrorFlow::PassedOnAt(ir::PointId branch_end) const {
  RegionId branch = regions_.Of(branch_end);
  // No path leads into the branch.
  if (!branch.has_value()) return {};
  auto fork = passed_on_.find(regions_[branch].entry.index);
  return fork == passed_on_.end() ? ir::PointId{} : fork->second;
}

// Follows every error of a flow until no clause and no finally block gets a new one.
void ErrorFlow::Follow(types::FlowId flow) {
  for (ir::PointId point : regions_.PointsOf(flow)) {
    const auto* call = std::get_if<ir::FlowCall>(&mesh_.points[point].body);
    if (call != nullptr) {
      for (types::ErrorId error : escapes_[call->flow.index]) Insert(at_[point.index], error);
    }
    for (types::ErrorId error : at_[point.index]) open_.push_back({point, error});
  }
  while (!open_.empty()) {
    Arrival arrival = open_.back();
    open_.pop_back();
    Landing landing = Land(mesh_.points[arrival.point].handler, arrival.error);
    switch (landing.kind) {
      case Landing::Kind::kEscape: Insert(escapes_[flow.index], arrival.error); break;
      case Landing::Kind::kClause: CatchBy(landing, arrival.error); break;
      case Landing::Kind::kFinally: PassOn(landing.target, arrival.error); break;
      case Landing::Kind::kBranch: {
        ir::PointId fork = PassedOnAt(landing.target);
        if (fork.has_value()) Raise(fork, arrival.error);
        break;
      }
    }
  }
}

void ErrorFlow::Raise(ir::PointId point, types::ErrorId error) {
  if (Insert(at_[point.index], error)) open_.push_back({point, error});
}

void ErrorFlow::CatchBy(const Landing& landing, types::ErrorId error) {
  Insert(caught_[landing.catch_point.index], error);
  if (!Insert(of_clause_[landing.target.index], error)) return;
  auto reraises = reraises_.find(landing.target.index);
  if (reraises == reraises_.end()) return;
  for (ir::PointId point : reraises->second) Raise(point, error);
}

void ErrorFlow::PassOn(ir::PointId enter, types::ErrorId error) {
  if (!Insert(pending_[enter.index], error)) return;
  RegionId region = regions_.Inner(std::get<ir::FinallyEnter>(mesh_.points[enter].body).next);
  if (region.has_value() && regions_[region].exit.has_value()) Raise(regions_[region].exit, error);
}

Landing ErrorFlow::Land(const std::optional<ir::Handler>& handler, types::ErrorId error) const {
  if (!handler) return {};
  auto [entry, added] = landings_.try_emplace({handler->target.index, error.index});
  if (added) entry->second = Search(handler->target, error);
  return landings_.find({handler->target.index, error.index})->second;
}

Landing ErrorFlow::Search(ir::PointId target, types::ErrorId error) const {
  while (true) {
    const ir::Point& point = mesh_.points[target];
    if (const auto* clauses = std::get_if<ir::Catch>(&point.body)) {
      for (std::uint32_t i = 0; i < clauses->cases.size(); ++i) {
        if (!types::Matches(mesh_.declarations, error, clauses->cases[i].error)) continue;
        return {Landing::Kind::kClause, target, clauses->cases[i].target, i};
      }
      if (clauses->rest) return {Landing::Kind::kFinally, target, *clauses->rest, 0};
    }
    if (std::holds_alternative<ir::BranchEnd>(point.body)) return {Landing::Kind::kBranch, {}, target, 0};
    if (!point.handler) return {};
    target = point.handler->target;
  }
}

Landing ErrorFlow::LandForGood(const std::optional<ir::Handler>& handler, types::ErrorId error) const {
  Landing landing = Land(handler, error);
  while (landing.kind == Landing::Kind::kFinally || landing.kind == Landing::Kind::kBranch) {
    ir::PointId next = landing.target;
    if (landing.kind == Landing::Kind::kBranch) next = PassedOnAt(landing.target);
    if (!next.has_value()) break;
    landing = Land(mesh_.points[next].handler, error);
  }
  return landing;
}

}  // namespace meshc::analysis
