#include "codegen/graph/never_taken.h"

namespace meshc::codegen::graph {
namespace {

/// Follows arrows from the starts, but through no node that was not visited. A call may fail before it is
/// made, so that errors leave such a node, too.
class VisitWalk {
 public:
  explicit VisitWalk(const Model& model)
      : model_(model), reached_(model.nodes.size()), left_(model.regions.size()), from_(model.nodes.size()) {
    leaving_.resize(model.regions.size());
    for (Index e = 0; e < model.edges.size(); ++e) {
      const Edge& edge = model.edges[e];
      (edge.from_region == kNone ? from_[edge.from] : leaving_[edge.from_region]).push_back(e);
    }
  }

  std::vector<bool> Run() {
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      if (model_.nodes[n].kind == NodeKind::kStart) Reach(n);
    }
    while (!open_.empty()) {
      const Index node = open_.back();
      open_.pop_back();
      Leave(node);
    }
    std::vector<bool> never;
    for (const Edge& edge : model_.edges) never.push_back(!MayBeTaken(edge));
    return never;
  }

 private:
  bool IsUnvisited(Index node) const {
    const auto& load = model_.nodes[node].load;
    return load && load->visits == 0;
  }

  bool MayPass(const Edge& edge) const {
    if (edge.from_region != kNone) return left_[edge.from_region];
    if (!reached_[edge.from]) return false;
    const bool is_error = edge.kind == EdgeKind::kAnyError || edge.kind == EdgeKind::kError;
    return is_error || !IsUnvisited(edge.from);
  }

  bool MayBeTaken(const Edge& edge) const { return MayPass(edge) && !IsUnvisited(edge.to); }

  void Reach(Index node) {
    if (reached_[node]) return;
    reached_[node] = true;
    open_.push_back(node);
  }

  void Follow(const std::vector<Index>& edges) {
    for (const Index e : edges) {
      if (MayPass(model_.edges[e])) Reach(model_.edges[e].to);
    }
  }

  void Leave(Index node) {
    Follow(from_[node]);
    for (Index region = model_.nodes[node].region; region != kNone; region = model_.regions[region].parent) {
      if (left_[region]) break;
      left_[region] = true;
      Follow(leaving_[region]);
    }
  }

  const Model& model_;
  std::vector<bool> reached_;
  std::vector<bool> left_;  ///< By region: somebody has been in it.
  std::vector<std::vector<Index>> from_;
  std::vector<std::vector<Index>> leaving_;  ///< By region.
  std::vector<Index> open_;
};

}  // namespace

std::vector<bool> NeverTaken(const Model& model) { return VisitWalk(model).Run(); }

}  // namespace meshc::codegen::graph
