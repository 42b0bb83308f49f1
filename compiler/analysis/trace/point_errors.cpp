#include "compiler/analysis/trace/point_errors.h"

#include <algorithm>
#include <map>

#include "compiler/analysis/trace/common_errors.h"

namespace meshc::analysis {

ErrorList PointErrors::Named(ir::PointId point, const ErrorList& all) const {
  SetId set;
  for (const types::ErrorId error : all) set = flow_.error_sets().Add(set, error);
  return Named(point, set);
}

ErrorList PointErrors::Named(ir::PointId point, SetId all) const {
  std::map<ir::PointId, SetId> by_target;
  for (const Arrivals& arrivals : flow_.Land(mesh_.points[point].handler, all)) {
    SetId& errors = by_target[arrivals.landing.target];
    errors = flow_.sets().Unite(errors, arrivals.errors);
  }
  ErrorList named;
  for (const auto& [target, errors] : by_target) {
    for (const types::ErrorId error : flow_.error_sets().List(errors)) {
      if (!CatchesCommonErrors(error) && !HasAncestorIn(errors, error)) named.push_back(error);
    }
  }
  std::sort(named.begin(), named.end());
  return named;
}

bool PointErrors::HasAncestorIn(SetId errors, types::ErrorId error) const {
  const auto& all = mesh_.declarations.errors;
  for (types::ErrorId up = all[error].parent; up.has_value(); up = all[up].parent) {
    if (flow_.sets().Contains(errors, up.index)) return true;
  }
  return false;
}

}  // namespace meshc::analysis
