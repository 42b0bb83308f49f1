#include "codegen/graph/plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace meshc::codegen::graph {

Index Plan::AddNode(Node node) {
  const auto next = static_cast<Index>(model_.nodes.size());
  const auto [at, added] = by_id_.try_emplace(node.id, next);
  if (added) model_.nodes.push_back(std::move(node));
  return at->second;
}

void Plan::AddEdge(Edge edge) {
  const auto next = static_cast<Index>(model_.edges.size());
  const auto [at, added] = by_ends_.try_emplace({edge.from, edge.to, edge.kind, edge.from_region}, next);
  if (edge.from_region == kNone) joined_.emplace(edge.from, edge.to);
  if (added) {
    labels_.emplace(at->second, edge.label);
    model_.edges.push_back(std::move(edge));
    return;
  }
  auto& raised = model_.edges[at->second].raised;
  std::move(edge.raised.begin(), edge.raised.end(), std::back_inserter(raised));
  if (!labels_.emplace(at->second, edge.label).second) return;
  std::string& label = model_.edges[at->second].label;
  if (labels_.contains({at->second, ""})) {
    label.clear();
  } else {
    label += ", " + edge.label;
  }
}

}  // namespace meshc::codegen::graph
