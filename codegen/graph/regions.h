// Frames around nodes: the flow, its loops, its guarded blocks and sagas.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/graph/model.h"
#include "codegen/graph/openers.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Finds the frames of points and adds each to the picture when it is first needed.
class RegionFinder {
 public:
  RegionFinder(const ir::Mesh& mesh, const Openers& openers, std::vector<Region>& regions);

  /// The frame of a flow itself.
  Index FlowRegion(types::FlowId flow);
  /// The innermost frame around a point.
  Index RegionOf(ir::PointId point);
  /// The handlers that an error at the point meets, innermost first; ends of branches stand for their fork's.
  std::vector<ir::PointId> HandlersOf(ir::PointId point) const;
  /// The frame of the block that the clauses at `catch_point` guard; none: nothing is drawn in it.
  Index GuardedRegion(ir::PointId catch_point) const;

  /// True if `region` is `outer` or stands inside it.
  bool IsInside(Index region, Index outer) const;

 private:
  std::vector<ir::LoopId> LoopsAround(std::string_view name) const;
  Index AddLoop(ir::LoopId loop, Index parent);
  Index AddGuard(ir::PointId guard, Index parent);

  const ir::Mesh& mesh_;
  const Openers& openers_;
  std::vector<Region>& regions_;
  std::map<std::string_view, ir::LoopId, std::less<>> loops_;
  std::map<std::string, Index, std::less<>> by_id_;
};

}  // namespace meshc::codegen::graph
