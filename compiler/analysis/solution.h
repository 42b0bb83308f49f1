// The engine: one fixpoint per region, then what is known at every point of the mesh.
#pragma once

#include <optional>
#include <vector>

#include "compiler/analysis/region_graph.h"

namespace meshc::analysis {

/// Everything that the checks ask. Keeps references to the mesh and what the context refers to.
///
/// Regions are solved inner ones and callees first, each once and for any entry (Transfer); then
/// entries are joined from the outside in. What a point is given is thereby the join over all
/// paths that leave a finally block by the way they entered it for, and a flow to its caller.
class Solution {
 public:
  explicit Solution(const GraphContext& context);

  const GraphContext& context() const { return context_; }
  const ir::Mesh& mesh() const { return context_.mesh; }

  /// What is known when control arrives at the point; null: it never does.
  const Known* At(ir::PointId point) const { return Pointer(at_[point.index]); }
  const RegionGraph& GraphOf(RegionId region) const { return graphs_[region.index]; }
  /// What is known at the region's entry; null: it is never entered.
  const Known* EntryOf(RegionId region) const { return Pointer(entries_[region.index]); }
  /// Points that enter the region from outside and are reached themselves.
  const std::vector<ir::PointId>& EntrancesOf(RegionId region) const { return entrances_[region.index]; }

  /// True if no flow calls it.
  bool IsRoot(types::FlowId flow) const {
    return !mesh().flows[flow].called_on_same_envelope && !mesh().flows[flow].called_on_own_envelope;
  }
  /// True if it starts with a payload that its `in` fields and defaults alone have filled.
  bool StartsAfresh(types::FlowId flow) const {
    return !mesh().flows[flow].called_on_same_envelope || mesh().flows[flow].called_on_own_envelope;
  }

 private:
  static const Known* Pointer(const std::optional<Known>& known) { return known ? &*known : nullptr; }
  void SolveRegion(RegionId region);
  void Summarise(RegionId region);
  void EnterRegion(RegionId region);
  void JoinAt(const Node& node, const Known& known);
  /// What is known where a branch of `point` begins.
  Known AtBranch(const ir::Point& point, Known known) const;
  void JoinEntry(RegionId region, ir::PointId entrance, const Known& known);

  using States = std::vector<std::optional<Transfer>>;  ///< By node.

  GraphContext context_;
  Summaries summaries_;
  std::vector<RegionGraph> graphs_;  ///< By region, like the two below.
  std::vector<States> states_;
  std::vector<std::optional<Known>> entries_;
  std::vector<std::vector<ir::PointId>> entrances_;
  std::vector<std::optional<Known>> at_;  ///< By point.
};

/// The state behind an edge, given the state before it.
Transfer Across(SetPool& sets, const RegionGraph& graph, const Edge& edge, const Transfer& before);

}  // namespace meshc::analysis
