#include "codegen/graph/legend.h"

#include <algorithm>
#include <set>

#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

std::string_view Meaning(NodeKind kind) {
  switch (kind) {
    case NodeKind::kProcessor: return "actor that computes";
    case NodeKind::kRouter: return "actor that chooses the way";
    case NodeKind::kDecision: return "decision, taken in place";
    case NodeKind::kAction: return "field that is set";
    case NodeKind::kFlowCall: return "another flow, on this payload";
    case NodeKind::kFreshCall: return "another flow, on a payload of its own";
    case NodeKind::kFork: return "copies go separate ways";
    case NodeKind::kJoin: return "the copies meet again";
    case NodeKind::kPark: return "waits for a value from outside";
    case NodeKind::kTap: return "sends a copy aside";
    case NodeKind::kPart: return "a part, in a picture of its own";
    case NodeKind::kStart:
    case NodeKind::kSuccess:
    case NodeKind::kFailure:
    case NodeKind::kFinally: return "";
  }
  NoSuchEnumerator();
}

std::string_view Meaning(RegionKind kind) {
  switch (kind) {
    case RegionKind::kLoop: return "repeated";
    case RegionKind::kTry: return "guarded: errors leave the frame";
    case RegionKind::kSaga: return "undone as a whole after an error";
    case RegionKind::kFinally: return "done in any case, after an error too";
    case RegionKind::kFlow: return "";
  }
  NoSuchEnumerator();
}

std::string_view Meaning(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kNext: return "goes on";
    case EdgeKind::kBack: return "goes back";
    case EdgeKind::kOptional: return "to a branch that may be missing";
    case EdgeKind::kTap: return "a copy, nothing comes back";
    case EdgeKind::kError: return "this error";
    case EdgeKind::kAnyError: return "any error that arises there";
    case EdgeKind::kUndo: return "what undoes the call";
    case EdgeKind::kUnknown: return "was taken, but is not in this mesh";
  }
  NoSuchEnumerator();
}

/// True if the label of the arrow says how many points raise an error.
bool CountsPoints(const Edge& edge) {
  return std::any_of(edge.raised.begin(), edge.raised.end(),
                     [](const Raised& raised) { return raised.points.size() > 1; });
}

}  // namespace

std::vector<LegendRow> Legend(const Model& model) {
  std::set<NodeKind> nodes;
  std::set<RegionKind> regions;
  std::set<EdgeKind> edges;
  for (const Node& node : model.nodes) nodes.insert(node.kind);
  for (const Region& region : model.regions) regions.insert(region.kind);
  for (const Edge& edge : model.edges) edges.insert(edge.kind);

  std::vector<LegendRow> rows;
  for (const NodeKind kind : nodes) rows.push_back({kind, {}, {}, Meaning(kind)});
  for (const RegionKind kind : regions) rows.push_back({{}, {}, kind, Meaning(kind)});
  for (const EdgeKind kind : edges) rows.push_back({{}, kind, {}, Meaning(kind)});
  if (std::any_of(model.edges.begin(), model.edges.end(), CountsPoints)) {
    for (LegendRow& row : rows) {
      if (row.edge == EdgeKind::kAnyError)
        row.meaning = "any error that arises there; (3): at so many places";
    }
  }
  std::erase_if(rows, [](const LegendRow& row) { return row.meaning.empty(); });
  return rows;
}

}  // namespace meshc::codegen::graph
