// Which errors arise at points, told as a reviewer wants to read them.
#pragma once

#include <vector>

#include "compiler/analysis/error_flow.h"

namespace meshc::codegen::graph {

class PointErrors {
 public:
  explicit PointErrors(const ir::Mesh& mesh) : mesh_(mesh), pieces_(mesh), flow_(mesh, pieces_) {}

  /// All; those of a fork are those with which its join fails.
  const analysis::ErrorList& At(ir::PointId point) const { return flow_.At(point); }
  /// Of `all`, without those that everybody may raise and without children of one that ends up alike.
  std::vector<types::ErrorId> Named(ir::PointId point, const analysis::ErrorList& all) const;

 private:
  bool IsSaidByAncestor(ir::PointId point, types::ErrorId error, const analysis::ErrorList& all) const;

  const ir::Mesh& mesh_;
  analysis::Regions pieces_;
  analysis::ErrorFlow flow_;
};

}  // namespace meshc::codegen::graph
