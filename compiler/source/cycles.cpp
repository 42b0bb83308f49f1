#include "compiler/source/cycles.h"

#include <llvm/ADT/DenseMap.h>

#include <algorithm>

namespace meshc::source {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

/// Edges by the node that they leave, in the order given.
struct Graph {
  std::vector<std::uint32_t> first;  ///< Per node, into `order`; one past the last at the end.
  std::vector<std::uint32_t> order;  ///< Edge numbers.
};

Graph MakeGraph(std::uint32_t node_count, const std::vector<Edge>& edges) {
  Graph graph{std::vector<std::uint32_t>(node_count + 1, 0), std::vector<std::uint32_t>(edges.size())};
  for (const Edge& edge : edges) ++graph.first[edge.from + 1];
  for (std::uint32_t node = 0; node < node_count; ++node) graph.first[node + 1] += graph.first[node];
  std::vector<std::uint32_t> next = graph.first;
  for (std::uint32_t i = 0; i < edges.size(); ++i) graph.order[next[edges[i].from]++] = i;
  return graph;
}

/// Tarjan's strongly connected components, with a stack of its own: chains may be long.
class Components {
 public:
  Components(const Graph& graph, const std::vector<Edge>& edges)
      : graph_(graph),
        edges_(edges),
        component_(graph.first.size() - 1, kNone),
        low_(component_.size(), 0),
        number_(component_.size(), kNone) {
    for (std::uint32_t node = 0; node < component_.size(); ++node) {
      if (number_[node] == kNone) Visit(node);
    }
  }
  const std::vector<std::uint32_t>& component() const { return component_; }

 private:
  struct Frame {
    std::uint32_t node;
    std::uint32_t next;
  };

  void Enter(std::uint32_t node) {
    number_[node] = low_[node] = count_++;
    open_.push_back(node);
    frames_.push_back({node, graph_.first[node]});
  }

  void Visit(std::uint32_t root) {
    Enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == graph_.first[frame.node + 1]) {
        Leave(frame.node);
        continue;
      }
      const std::uint32_t node = frame.node;
      const std::uint32_t to = edges_[graph_.order[frame.next++]].to;
      if (number_[to] == kNone) {
        Enter(to);
      } else if (component_[to] == kNone) {
        low_[node] = std::min(low_[node], number_[to]);
      }
    }
  }

  void Leave(std::uint32_t node) {
    frames_.pop_back();
    if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
    if (low_[node] != number_[node]) return;
    for (std::uint32_t member = kNone; member != node;) {
      member = open_.back();
      open_.pop_back();
      component_[member] = node;
    }
  }

  const Graph& graph_;
  const std::vector<Edge>& edges_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
};

/// The shortest way from the end of `start` back to its beginning, within one component.
std::vector<Edge> Close(const Graph& graph, const std::vector<Edge>& edges,
                        const std::vector<std::uint32_t>& component, const Edge& start) {
  // By node, the edge that first led to it.
  llvm::DenseMap<std::uint32_t, std::uint32_t> by;
  std::vector<std::uint32_t> queue{start.to};
  for (std::size_t at = 0; at < queue.size() && queue[at] != start.from; ++at) {
    for (std::uint32_t i = graph.first[queue[at]]; i < graph.first[queue[at] + 1]; ++i) {
      const Edge& edge = edges[graph.order[i]];
      if (component[edge.to] != component[start.from] || edge.to == start.to) continue;
      if (by.try_emplace(edge.to, graph.order[i]).second) queue.push_back(edge.to);
    }
  }
  std::vector<Edge> cycle;
  for (std::uint32_t node = start.from; node != start.to; node = edges[by[node]].from)
    cycle.push_back(edges[by[node]]);
  cycle.push_back(start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

}  // namespace

std::vector<std::vector<Edge>> FindCycles(std::uint32_t node_count, const std::vector<Edge>& edges) {
  const Graph graph = MakeGraph(node_count, edges);
  const Components components(graph, edges);
  const auto& component = components.component();
  std::vector<bool> done(node_count, false);
  std::vector<std::vector<Edge>> cycles;
  for (const Edge& edge : edges) {
    if (component[edge.from] != component[edge.to] || done[component[edge.from]]) continue;
    done[component[edge.from]] = true;
    cycles.push_back(Close(graph, edges, component, edge));
  }
  return cycles;
}

}  // namespace meshc::source
