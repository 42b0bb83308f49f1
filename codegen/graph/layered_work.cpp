#include "codegen/graph/layered_work.h"

#include <algorithm>
#include <vector>

namespace meshc::codegen::graph {
namespace {

/// Rows as the layout would number them: each node below all that lead to it, but for arrows that lead back.
class Rows {
 public:
  explicit Rows(const Model& model)
      : model_(model), out_(model.nodes.size()), place_(model.nodes.size(), kNone), row_(model.nodes.size()) {
    for (Index e = 0; e < model.edges.size(); ++e) out_[model.edges[e].from].push_back(e);
    for (Index n = 0; n < model.nodes.size(); ++n) Visit(n);
    std::reverse(finished_.begin(), finished_.end());
    for (Index i = 0; i < finished_.size(); ++i) place_[finished_[i]] = i;
    for (const Index node : finished_) {
      for (const Index e : out_[node]) Lower(model.edges[e]);
    }
  }

  std::size_t Passed(const Edge& edge) const {
    const auto [above, below] = std::minmax(row_[edge.from], row_[edge.to]);
    return below - above;
  }

 private:
  /// Depth first, with a path of its own: a flow may be long.
  void Visit(Index root) {
    if (place_[root] != kNone) return;
    std::vector<std::pair<Index, std::size_t>> path = {{root, 0}};
    place_[root] = 0;
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == out_[node].size()) {
        finished_.push_back(node);
        path.pop_back();
        continue;
      }
      const Index to = model_.edges[out_[node][next++]].to;
      if (place_[to] != kNone) continue;
      place_[to] = 0;
      path.emplace_back(to, 0);
    }
  }

  void Lower(const Edge& edge) {
    if (place_[edge.to] > place_[edge.from]) row_[edge.to] = std::max(row_[edge.to], row_[edge.from] + 1);
  }

  const Model& model_;
  std::vector<std::vector<Index>> out_;
  std::vector<Index> place_;  ///< Among the finished ones, last first; before that only whether it was seen.
  std::vector<Index> finished_;
  std::vector<std::size_t> row_;
};

std::vector<std::size_t> FramesAround(const Model& model) {
  std::vector<std::size_t> around(model.regions.size());
  for (Index r = 0; r < model.regions.size(); ++r) {
    const Index parent = model.regions[r].parent;
    around[r] = parent == kNone ? 1 : around[parent] + 1;
  }
  return around;
}

}  // namespace

std::size_t LayeredWork(const Model& model) {
  const Rows rows(model);
  std::size_t work = 0;
  for (const Edge& edge : model.edges) work += rows.Passed(edge) * (edge.label.empty() ? 1 : 2);
  const std::vector<std::size_t> around = FramesAround(model);
  for (const Node& node : model.nodes) work += node.region == kNone ? 1 : around[node.region];
  return work;
}

}  // namespace meshc::codegen::graph
