#include "codegen/graph/back_edges.h"

#include <vector>

namespace meshc::codegen::graph {
namespace {

/// Depth first, with a path of its own instead of recursion: a flow may be long.
class BackEdgeWalk {
 public:
  explicit BackEdgeWalk(Model& model)
      : model_(model), out_(model.nodes.size()), state_(model.nodes.size(), State::kNew) {
    for (Index e = 0; e < model.edges.size(); ++e) out_[model.edges[e].from].push_back(e);
  }

  void From(Index root) {
    if (state_[root] == State::kNew) Open(root);
    while (!path_.empty()) {
      const Index node = path_.back().node;
      if (path_.back().next == out_[node].size()) {
        state_[node] = State::kDone;
        path_.pop_back();
      } else {
        Take(model_.edges[out_[node][path_.back().next++]]);
      }
    }
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  struct Place {
    Index node;
    std::size_t next;
  };

  void Open(Index node) {
    state_[node] = State::kOpen;
    path_.push_back({node, 0});
  }

  void Take(Edge& edge) {
    if (state_[edge.to] == State::kOpen && edge.kind == EdgeKind::kNext) edge.kind = EdgeKind::kBack;
    if (state_[edge.to] == State::kNew) Open(edge.to);
  }

  Model& model_;
  std::vector<std::vector<Index>> out_;
  std::vector<State> state_;
  std::vector<Place> path_;
};

}  // namespace

void MarkBackEdges(Model& model) {
  BackEdgeWalk walk(model);
  for (Index node = 0; node < model.nodes.size(); ++node) walk.From(node);
}

}  // namespace meshc::codegen::graph
