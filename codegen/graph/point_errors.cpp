#include "codegen/graph/point_errors.h"

#include <algorithm>

#include "codegen/graph/common_errors.h"

namespace meshc::codegen::graph {

std::vector<types::ErrorId> PointErrors::Named(ir::PointId point, const analysis::ErrorList& all) const {
  std::vector<types::ErrorId> named;
  for (const types::ErrorId error : all) {
    if (!CatchesCommonErrors(error) && !IsSaidByAncestor(point, error, all)) named.push_back(error);
  }
  return named;
}

bool PointErrors::IsSaidByAncestor(ir::PointId point, types::ErrorId error,
                                   const analysis::ErrorList& all) const {
  const auto& handler = mesh_.points[point].handler;
  const ir::PointId target = flow_.Land(handler, error).target;
  for (types::ErrorId up = mesh_.declarations.errors[error].parent; up.has_value();
       up = mesh_.declarations.errors[up].parent) {
    if (std::binary_search(all.begin(), all.end(), up) && flow_.Land(handler, up).target == target)
      return true;
  }
  return false;
}

}  // namespace meshc::codegen::graph
