// Frames around nodes: the flow, its loops, its guarded blocks, finally blocks and sagas.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

#include "codegen/graph/model.h"
#include "compiler/analysis/trace/openers.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// Finds the frames of points and adds each to the picture when it is first needed. A point costs as many
/// steps as constructs are around it.
class RegionFinder {
 public:
  RegionFinder(const ir::Mesh& mesh, const analysis::Openers& openers, std::vector<Region>& regions);

  /// The frame of a flow itself.
  Index FlowRegion(types::FlowId flow);
  /// The innermost frame around a point. Where a finally is entered counts as inside it.
  Index RegionOf(ir::PointId point);
  /// The handlers that an error at the point meets, innermost first; ends of branches stand for their fork's.
  std::vector<ir::PointId> HandlersOf(ir::PointId point) const;
  /// The frame of the block that the clauses at `catch_point` guard; none: nothing is drawn in it.
  Index GuardedRegion(ir::PointId catch_point) const;

 private:
  using Cache = llvm::DenseMap<std::uint32_t, Index>;
  /// A construct that is framed, and how many scopes are around it.
  struct Frame {
    enum class Kind : std::uint8_t { kGuard, kLoop, kFinally } kind;
    std::uint32_t key;  ///< Of the catch or undo, of the loop, of the first point of the finally.
    std::size_t depth;
  };
  std::size_t DepthOf(ir::ScopeId scope) const;
  std::vector<Frame> FramesAround(ir::PointId point) const;
  Index Add(const Frame& frame, Index parent);
  Region Describe(const Frame& frame) const;

  const ir::Mesh& mesh_;
  const analysis::Openers& openers_;
  std::vector<Region>& regions_;
  Cache flows_;
  Cache guards_;
  Cache loops_;
  Cache finallies_;
};

}  // namespace meshc::codegen::graph
