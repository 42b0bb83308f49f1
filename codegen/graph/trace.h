// From one drawn point to the next: control followed through everything that is not drawn.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Where control arrives. Without a point: the flow ends there, well or (`error`) failed.
struct Arrival {
  ir::PointId point;
  types::FlowId flow;  ///< Of the end, if there is no point.
  bool error = false;  ///< An error led here.
  std::string label;   ///< The label, case or error that led here; may be empty.

  friend bool operator==(const Arrival&, const Arrival&) = default;
};

/// Follows control on one mesh. What is drawn is the caller's choice.
class Tracer {
 public:
  using Drawn = std::function<bool(ir::PointId)>;
  /// `through_calls`: flow calls are not drawn and control goes on inside the called flow.
  Tracer(const ir::Mesh& mesh, const analysis::Facts& facts, Drawn drawn, bool through_calls);

  /// Where control arrives that is at `point`: there, if it is drawn.
  std::vector<Arrival> From(ir::PointId point) const;
  /// What follows a drawn point when it ends well.
  std::vector<Arrival> After(ir::PointId point) const;
  /// What follows when `error` arises at `point`.
  std::vector<Arrival> OnError(ir::PointId point, types::ErrorId error) const;

 private:
  struct Walk;
  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  Drawn drawn_;
  std::vector<std::vector<ir::PointId>> callers_;  ///< By flow; filled if control goes through calls.
};

}  // namespace meshc::codegen::graph
