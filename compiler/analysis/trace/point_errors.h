// Which errors arise at points, told as a reviewer wants to read them.
#pragma once

#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/analysis/error_flow.h"
#include "compiler/analysis/failures.h"

namespace meshc::analysis {

class PointErrors {
 public:
  explicit PointErrors(const ir::Mesh& mesh)
      : mesh_(mesh), pieces_(mesh), flow_(mesh, pieces_), own_(mesh, flow_.error_sets()) {}

  /// Those that arise at the point itself.
  ErrorList OwnAt(const ir::Point& point) const { return flow_.error_sets().List(own_.At(point)); }

  bool MayRaise(ir::PointId point, types::ErrorId error) const {
    return flow_.sets().Contains(flow_.At(point), error.index);
  }
  /// All; those of a fork are those with which its join fails.
  ErrorList At(ir::PointId point) const { return flow_.error_sets().List(flow_.At(point)); }
  /// Those of At without those that everybody may raise and without children of one that ends up alike.
  ErrorList NamedAt(ir::PointId point) const { return Named(point, flow_.At(point)); }
  /// The same of `all`.
  ErrorList Named(ir::PointId point, const ErrorList& all) const;

 private:
  ErrorList Named(ir::PointId point, SetId all) const;
  bool HasAncestorIn(SetId errors, types::ErrorId error) const;

  const ir::Mesh& mesh_;
  Regions pieces_;
  ErrorFlow flow_;
  OwnErrors own_;
};

}  // namespace meshc::analysis
