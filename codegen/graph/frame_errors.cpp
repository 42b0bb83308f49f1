#include "codegen/graph/frame_errors.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "compiler/analysis/trace/common_errors.h"

namespace meshc::codegen::graph {

Index SagaLeft(const std::vector<Region>& regions, Index from, Index to) {
  Index left = kNone;
  for (; from != kNone && !IsInside(regions, to, from); from = regions[from].parent) {
    if (regions[from].kind == RegionKind::kSaga) left = from;
  }
  return left;
}

void FrameErrors::Add(ir::PointId point, Index region, const std::vector<Guard>& guards,
                      const std::vector<types::ErrorId>& named, bool common) {
  for (const types::ErrorId error : named) Throw(point, region, guards, error);
  if (!common) return;
  for (const Guard& guard : guards) common_[guard.handler][SagaLeft(regions_, region, guard.region)];
}

void FrameErrors::Throw(ir::PointId point, Index region, const std::vector<Guard>& guards,
                        types::ErrorId error) {
  for (const Guard& guard : guards) {
    const Index origin = SagaLeft(regions_, region, guard.region);
    if (!guard.handler.has_value()) {
      uncaught_[origin][error].push_back(point);
      return;
    }
    const auto* clauses = std::get_if<ir::Catch>(&mesh_.points[guard.handler].body);
    if (clauses != nullptr && Catch(*clauses, guard.handler, origin, error, point)) return;
  }
}

bool FrameErrors::Catch(const ir::Catch& clauses, ir::PointId handler, Index origin, types::ErrorId error,
                        ir::PointId point) {
  for (const ir::CatchCase& clause : clauses.cases) {
    const bool catches = types::Matches(mesh_.declarations, error, clause.error);
    // Who raises an error may raise its children instead.
    if (!catches && !types::Matches(mesh_.declarations, clause.error, error)) continue;
    named_[{handler, clause.target}][origin][error].push_back(point);
    if (catches) return true;
  }
  if (clauses.rest) named_[{handler, *clauses.rest}][origin][error].push_back(point);
  return clauses.rest.has_value();
}

FrameErrors::Origins FrameErrors::Of(ir::PointId handler, const std::vector<types::ErrorId>& clause,
                                     ir::PointId target) const {
  Origins origins;
  if (const auto found = named_.find({handler, target}); found != named_.end()) origins = found->second;
  const bool any = clause.empty() || std::any_of(clause.begin(), clause.end(), analysis::CatchesCommonErrors);
  if (const auto found = common_.find(handler); any && found != common_.end())
    origins.insert(found->second.begin(), found->second.end());
  // What is raised by other means has arrows of its own.
  if (origins.empty()) origins[kNone];
  return origins;
}

}  // namespace meshc::codegen::graph
