#include "compiler/analysis/error_flow.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

void SortByFirst(const ErrorSets& sets, ArrivalList& list) {
  std::sort(list.begin(), list.end(), [&](const Arrivals& a, const Arrivals& b) {
    return sets.First(a.errors) < sets.First(b.errors);
  });
}

/// Collects what arrives at each place.
class ArrivalsByPlace {
 public:
  ArrivalsByPlace(const ErrorSets& sets, SetPool& pool) : sets_(sets), pool_(pool) {}

  void Add(const Arrivals& added) {
    const Landing& at = added.landing;
    const std::array<std::uint32_t, 4> key{static_cast<std::uint32_t>(at.kind), at.catch_point.index,
                                           at.target.index, at.index};
    const auto [place, fresh] = places_.try_emplace(key, list_.size());
    if (fresh)
      list_.push_back(added);
    else
      list_[place->second].errors = pool_.Unite(list_[place->second].errors, added.errors);
  }

  ArrivalList Take() && {
    SortByFirst(sets_, list_);
    return std::move(list_);
  }

 private:
  const ErrorSets& sets_;
  SetPool& pool_;
  ArrivalList list_;
  std::map<std::array<std::uint32_t, 4>, std::size_t> places_;  ///< In `list_`.
};

}  // namespace

ErrorFlow::ErrorFlow(const ir::Mesh& mesh, const Regions& regions)
    : mesh_(mesh),
      regions_(regions),
      sets_(mesh.declarations),
      at_(mesh.points.size()),
      escapes_(mesh.flows.size()) {
  OwnErrors own(mesh, sets_);
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

SetId ErrorFlow::Insert(SetId& into, SetId errors) const {
  const SetId fresh = sets().Subtract(errors, into);
  into = sets().Unite(into, fresh);
  return fresh;
}

// Follows the errors of a flow until no clause and no finally block gets a new one.
void ErrorFlow::Follow(types::FlowId flow) {
  for (ir::PointId point : regions_.PointsOf(flow)) {
    const types::FlowId callee = ir::CalledFlow(mesh_.points[point]);
    SetId& errors = at_[point.index];
    if (callee.has_value()) errors = sets().Unite(errors, escapes_[callee.index]);
    if (!errors.empty()) open_.push_back({point, errors});
  }
  while (!open_.empty()) {
    const Open next = open_.back();
    open_.pop_back();
    for (const Arrivals& arrivals : Land(mesh_.points[next.point].handler, next.errors))
      Arrive(flow, arrivals);
  }
}

void ErrorFlow::Arrive(types::FlowId flow, const Arrivals& arrivals) {
  switch (arrivals.landing.kind) {
    case Landing::Kind::kEscape: Insert(escapes_[flow.index], arrivals.errors); return;
    case Landing::Kind::kClause: return CatchBy(arrivals.landing, arrivals.errors);
    case Landing::Kind::kFinally: return PassOn(arrivals.landing.target, arrivals.errors);
    case Landing::Kind::kBranch: {
      const ir::PointId fork = PassedOnAt(arrivals.landing.target);
      if (fork.has_value()) Raise(fork, arrivals.errors);
      return;
    }
  }
}

void ErrorFlow::Raise(ir::PointId point, SetId errors) {
  const SetId fresh = Insert(at_[point.index], errors);
  if (!fresh.empty()) open_.push_back({point, fresh});
}

void ErrorFlow::CatchBy(const Landing& landing, SetId errors) {
  Insert(caught_[landing.catch_point.index], errors);
  const SetId fresh = Insert(of_clause_[landing.target.index], errors);
  if (fresh.empty()) return;
  auto reraises = reraises_.find(landing.target.index);
  if (reraises == reraises_.end()) return;
  for (ir::PointId point : reraises->second) Raise(point, fresh);
}

void ErrorFlow::PassOn(ir::PointId enter, SetId errors) {
  const SetId fresh = Insert(pending_[enter.index], errors);
  if (fresh.empty()) return;
  RegionId region = regions_.Inner(std::get<ir::FinallyEnter>(mesh_.points[enter].body).next);
  if (region.has_value() && regions_[region].exit.has_value()) Raise(regions_[region].exit, fresh);
}

const ArrivalList& ErrorFlow::Land(const std::optional<ir::Handler>& handler, SetId errors) const {
  const ir::PointId target = handler ? handler->target : ir::PointId{};
  const std::pair<std::uint32_t, std::uint32_t> key{target.index, errors.index};
  const auto known = landings_.find(key);
  if (known != landings_.end()) return *known->second;
  auto found = std::make_unique<ArrivalList>(Search(target, errors));
  return *(landings_[key] = std::move(found));
}

// Clause by clause, then what is around.
ArrivalList ErrorFlow::Search(ir::PointId target, SetId errors) const {
  if (errors.empty()) return {};
  if (!target.has_value()) return {{{}, errors}};
  ArrivalList found;
  const ir::Point& point = mesh_.points[target];
  const auto* clauses = std::get_if<ir::Catch>(&point.body);
  for (std::uint32_t i = 0; clauses != nullptr && i < clauses->cases.size() && !errors.empty(); ++i) {
    const ir::CatchCase& one = clauses->cases[i];
    const SetId matched = sets().Intersect(errors, sets_.MatchedBy(one.error));
    if (matched.empty()) continue;
    found.push_back({{Landing::Kind::kClause, target, one.target, i}, matched});
    errors = sets().Subtract(errors, matched);
  }
  if (!errors.empty()) {
    if (clauses != nullptr && clauses->rest) {
      found.push_back({{Landing::Kind::kFinally, target, *clauses->rest, 0}, errors});
    } else if (std::holds_alternative<ir::BranchEnd>(point.body)) {
      found.push_back({{Landing::Kind::kBranch, {}, target, 0}, errors});
    } else {
      for (const Arrivals& further : Land(point.handler, errors)) found.push_back(further);
    }
  }
  SortByFirst(sets_, found);
  return found;
}

ir::PointId ErrorFlow::GoesOnAt(const Landing& landing) const {
  if (landing.kind == Landing::Kind::kFinally) return landing.target;
  if (landing.kind == Landing::Kind::kBranch) return PassedOnAt(landing.target);
  return {};
}

const ArrivalList& ErrorFlow::LandForGood(const std::optional<ir::Handler>& handler, SetId errors) const {
  const ir::PointId target = handler ? handler->target : ir::PointId{};
  const std::pair<std::uint32_t, std::uint32_t> key{target.index, errors.index};
  const auto known = landings_for_good_.find(key);
  if (known != landings_for_good_.end()) return *known->second;
  auto found = std::make_unique<ArrivalList>(SearchForGood(handler, errors));
  return *(landings_for_good_[key] = std::move(found));
}

ArrivalList ErrorFlow::SearchForGood(const std::optional<ir::Handler>& handler, SetId errors) const {
  ArrivalsByPlace found(sets_, sets());
  for (const Arrivals& first : Land(handler, errors)) {
    const ir::PointId next = GoesOnAt(first.landing);
    if (!next.has_value()) {
      found.Add(first);
      continue;
    }
    for (const Arrivals& last : LandForGood(mesh_.points[next].handler, first.errors)) found.Add(last);
  }
  return std::move(found).Take();
}

}  // namespace meshc::analysis
