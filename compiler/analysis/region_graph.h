// One region as a graph of nodes and edges with effects: what the engine solves.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <deque>
#include <optional>
#include <vector>

#include "compiler/analysis/error_flow.h"
#include "compiler/analysis/families.h"
#include "compiler/analysis/known.h"

namespace meshc::analysis {

/// What a solved region does, from its entry to each of its ends. No end: it is never reached.
struct Summary {
  /// Errors that leave the region, and what is known then.
  struct Escape {
    SetId errors;
    Transfer transfer;
  };
  std::optional<Transfer> exit;
  std::vector<Escape> escapes;
};

/// By region. Addresses stay: graphs of outer regions point to the summaries of inner ones.
using Summaries = std::vector<Summary>;

enum class NodeKind : std::uint8_t {
  kPoint,
  kFreshPoint,  ///< Between the start of the innermost loop and its first round.
  kPending,     ///< A FinallyEnter with one of `errors` in hand, which all end up alike.
  kExit,        ///< The region ends well.
  kEscape,      ///< One of `errors` leaves the region.
};

struct Node {
  NodeKind kind = NodeKind::kPoint;
  ir::PointId point;
  SetId errors;
  std::uint32_t first_edge = 0, edge_count = 0;
};

struct Edge {
  std::uint32_t to = 0;
  std::uint32_t first_effect = 0, effect_count = 0;
  const Transfer* through = nullptr;  ///< First what a called flow or a finally block does; null: nothing.
  types::ErrorId error;  ///< The first of the errors that take this way; none: a step without one.
};

/// Nodes stand in reverse postorder, the entry first: an engine that takes the least pending node
/// settles a loop before it goes on behind it.
struct RegionGraph {
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Effect> effects;
  std::deque<Transfer> transfers;  ///< Of forks, from start to join, and of gaps; edges point here.

  llvm::ArrayRef<Edge> EdgesOf(std::uint32_t node) const {
    return llvm::ArrayRef(edges).slice(nodes[node].first_edge, nodes[node].edge_count);
  }
  llvm::ArrayRef<Effect> EffectsOf(const Edge& edge) const {
    return llvm::ArrayRef(effects).slice(edge.first_effect, edge.effect_count);
  }
};

/// What never changes while graphs are built.
struct GraphContext {
  const ir::Mesh& mesh;
  const Regions& regions;
  const ErrorFlow& errors;
  const Families& families;
  SetPool& sets;  ///< Of places.
};

/// The summaries of the regions inside and of the flows called must stand in `summaries`.
RegionGraph BuildRegionGraph(const GraphContext& context, RegionId region, const Summaries& summaries);

}  // namespace meshc::analysis
