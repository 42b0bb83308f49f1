// The pieces that a mesh is solved by: each flow's body, and each finally block and each branch on
// its own.
//
// A finally block is entered from several ways out and goes on by the one that was pending; a
// called flow is entered from several calls; branches start at one fork and meet in one join. Each
// is solved once, as a piece with one entry, and used wherever it is entered.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

#include "compiler/ir/scopes.h"

namespace meshc::analysis {

using RegionId = Id<struct RegionTag>;

struct Region {
  types::FlowId flow;
  ir::PointId entry;
  ir::PointId exit;  ///< Its FinallyExit or BranchEnd; none: it never ends well, or is a flow's body.
  RegionId parent;   ///< The region around it; none: a flow's body.
  bool is_branch = false;
  std::uint32_t depth = 0;
  std::vector<ir::PointId> points;
};

class Regions {
 public:
  explicit Regions(const ir::Mesh& mesh);

  const Region& operator[](RegionId id) const { return regions_[id]; }
  std::uint32_t size() const { return regions_.size(); }

  /// None: no path leads to the point, reachable or not.
  RegionId Of(ir::PointId point) const { return of_point_[point.index]; }
  RegionId Body(types::FlowId flow) const { return {flow.index}; }
  /// The region of a finally block, branch, `each` body or tapped step that starts at `entry`.
  RegionId Inner(ir::PointId entry) const { return inner_.lookup(entry.index); }
  /// The first point of the innermost clause around `point`; none: there is none.
  ir::PointId ClauseAround(ir::PointId point) const;

  /// Callees before callers, inner blocks before outer ones.
  const std::vector<RegionId>& bottom_up() const { return bottom_up_; }
  /// Callees before callers.
  const std::vector<types::FlowId>& flows_bottom_up() const { return flows_; }
  /// All points of a flow, those that no path leads to included.
  const std::vector<ir::PointId>& PointsOf(types::FlowId flow) const { return points_[flow.index]; }

 private:
  void AddInnerRegions();
  void AssignPoints();
  void OrderFlows(const ir::Mesh& mesh);
  void OrderRegions();
  RegionId OfScope(ir::ScopeId scope) const { return of_scope_[scope.index]; }

  ir::ScopeMap scopes_;
  Store<RegionId, Region> regions_;
  std::vector<RegionId> of_scope_;
  std::vector<RegionId> of_point_;
  std::vector<std::vector<ir::PointId>> points_;
  llvm::DenseMap<std::uint32_t, RegionId> inner_;
  std::vector<types::FlowId> flows_;
  std::vector<RegionId> bottom_up_;
};

}  // namespace meshc::analysis
