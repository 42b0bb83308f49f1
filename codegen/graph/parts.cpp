#include "codegen/graph/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace meshc::codegen::graph {
namespace {

/// Copies nodes and frames of a model when an arrow needs them.
class Part {
 public:
  explicit Part(const Model& whole) : whole_(whole) { model_.mesh = whole.mesh; }

  void AddEdge(const Edge& edge) {
    Edge copy = edge;
    copy.from = AddNode(edge.from);
    copy.to = AddNode(edge.to);
    copy.from_region = AddRegion(edge.from_region);
    model_.edges.push_back(std::move(copy));
  }

  Index AddNode(Index node) {
    const auto [at, added] = nodes_.try_emplace(node, static_cast<Index>(model_.nodes.size()));
    if (!added) return at->second;
    model_.nodes.push_back(whole_.nodes[node]);
    model_.nodes.back().region = AddRegion(whole_.nodes[node].region);
    return at->second;
  }

  bool empty() const { return model_.nodes.empty(); }
  std::size_t edges() const { return model_.edges.size(); }
  Model Take() { return std::move(model_); }

 private:
  Index AddRegion(Index region) {
    if (region == kNone) return kNone;
    if (const auto known = regions_.find(region); known != regions_.end()) return known->second;
    const Index parent = AddRegion(whole_.regions[region].parent);
    const auto next = static_cast<Index>(model_.regions.size());
    model_.regions.push_back(whole_.regions[region]);
    model_.regions.back().parent = parent;
    return regions_[region] = next;
  }

  const Model& whole_;
  Model model_;
  std::map<Index, Index> nodes_;
  std::map<Index, Index> regions_;
};

/// Fills one part after the other.
class Splitter {
 public:
  Splitter(const Model& model, const PartLimits& limits, const TextSizes& sizes)
      : model_(model), limits_(limits), sizes_(sizes), part_(std::in_place, model) {}

  std::vector<Model> Run() {
    const std::vector<Index> order = SortedEdges();
    for (auto begin = order.begin(); begin != order.end();) {
      const auto end = std::find_if(begin, order.end(), [&](Index e) { return FlowOf(e) != FlowOf(*begin); });
      AddFlow(begin, end);
      begin = end;
    }
    AddLoneNodes();
    Close();
    if (parts_.empty()) parts_.push_back(model_);
    return std::move(parts_);
  }

 private:
  using Iterator = std::vector<Index>::const_iterator;

  /// The outermost frame; none stands for those without.
  Index FlowOf(Index e) const {
    Index region = model_.nodes[model_.edges[e].from].region;
    while (region != kNone && model_.regions[region].parent != kNone) region = model_.regions[region].parent;
    return region;
  }

  std::vector<Index> SortedEdges() const {
    std::vector<Index> order(model_.edges.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [this](Index a, Index b) {
      const auto key = [this](Index e) {
        return std::pair(FlowOf(e), model_.nodes[model_.edges[e].from].order);
      };
      return key(a) < key(b);
    });
    return order;
  }

  /// What stands in a part already.
  struct Met {
    std::set<Index> nodes;
    std::set<Index> regions;
  };

  /// In a part of its own if it fits there but not behind what is in this one.
  void AddFlow(Iterator begin, Iterator end) {
    const auto cost = [&](Met met) {
      return std::accumulate(begin, end, std::size_t{0},
                             [&](std::size_t sum, Index e) { return sum + Take(model_.edges[e], met); });
    };
    const auto edges = static_cast<std::size_t>(end - begin);
    const bool fits_here = part_->edges() + edges <= limits_.edges && text_ + cost(met_) <= limits_.text;
    if (!fits_here && edges <= limits_.edges && cost({}) <= limits_.text) Close();
    for (auto e = begin; e != end; ++e) AddEdge(model_.edges[*e]);
  }

  void AddEdge(const Edge& edge) {
    std::size_t cost = Take(edge, met_);
    if (part_->edges() == limits_.edges || text_ + cost > limits_.text) {
      Close();
      cost = Take(edge, met_);
    }
    text_ += cost;
    part_->AddEdge(edge);
  }

  void AddLoneNodes() {
    std::set<Index> joined;
    for (const Edge& edge : model_.edges) joined.insert({edge.from, edge.to});
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      if (joined.contains(n)) continue;
      if (text_ + sizes_.node(model_.nodes[n]) > limits_.text) Close();
      text_ += TakeNode(n, met_);
      part_->AddNode(n);
    }
  }

  void Close() {
    if (!part_->empty()) parts_.push_back(part_->Take());
    part_.emplace(model_);
    met_ = {};
    text_ = 0;
  }

  /// What the arrow takes beside what has been met; all of it has been then.
  std::size_t Take(const Edge& edge, Met& met) const {
    return sizes_.edge(edge) + TakeNode(edge.from, met) + TakeNode(edge.to, met);
  }

  std::size_t TakeNode(Index node, Met& met) const {
    if (!met.nodes.insert(node).second) return 0;
    std::size_t cost = sizes_.node(model_.nodes[node]);
    for (Index region = model_.nodes[node].region; region != kNone && met.regions.insert(region).second;
         region = model_.regions[region].parent)
      cost += sizes_.region(model_.regions[region]);
    return cost;
  }

  const Model& model_;
  const PartLimits& limits_;
  const TextSizes& sizes_;
  std::optional<Part> part_;
  Met met_;
  std::size_t text_ = 0;
  std::vector<Model> parts_;
};

bool IsEnd(const Node& node) {
  return node.kind == NodeKind::kStart || node.kind == NodeKind::kSuccess || node.kind == NodeKind::kFailure;
}

/// `reader … writer`: where a part begins and ends, in the order of the source.
std::string PrintSpan(const Model& part) {
  const Node* first = nullptr;
  const Node* last = nullptr;
  for (const Node& node : part.nodes) {
    if (IsEnd(node)) continue;
    if (first == nullptr || node.order < first->order) first = &node;
    if (last == nullptr || node.order >= last->order) last = &node;
  }
  const auto line = [](const Node& node) { return node.label.substr(0, node.label.find('\n')); };
  if (first == nullptr) return "";
  return first == last ? line(*first) : fmt::format("{} … {}", line(*first), line(*last));
}

/// Names the flows in it; of a flow that is alone where it begins and ends, as it may be a part itself.
Node DescribePart(const Model& part, Index number, std::size_t count) {
  constexpr std::size_t kNamed = 4;
  Node node{fmt::format("part/{}", number + 1),
            NodeKind::kPart,
            fmt::format("part {} of {}", number + 1, count),
            {},
            "",
            kNone,
            number};
  for (const Region& region : part.regions) {
    if (region.parent == kNone) node.details.push_back(region.label);
  }
  if (node.details.size() <= 1) node.details.push_back(PrintSpan(part));
  if (node.details.size() <= kNamed) return node;
  const std::size_t more = node.details.size() - kNamed;
  node.details.resize(kNamed);
  node.details.push_back(fmt::format("and {} more", more));
  return node;
}

}  // namespace

std::vector<Model> SplitModel(const Model& model, const PartLimits& limits, const TextSizes& sizes) {
  return Splitter(model, limits, sizes).Run();
}

Model OverviewOf(const Model& model, const std::vector<Model>& parts, std::size_t most_edges) {
  Model overview{.mesh = model.mesh, .nodes = {}, .edges = {}, .regions = {}};
  std::map<std::string_view, std::set<Index>> leave;  // By node: the parts that show where its arrows lead.
  for (Index p = 0; p < parts.size(); ++p) {
    for (const Edge& edge : parts[p].edges) leave[parts[p].nodes[edge.from].id].insert(p);
  }
  for (Index p = 0; p < parts.size(); ++p) overview.nodes.push_back(DescribePart(parts[p], p, parts.size()));
  for (Index p = 0; p < parts.size(); ++p) {
    std::set<Index> next;
    for (const Edge& edge : parts[p].edges) {
      const auto found = leave.find(parts[p].nodes[edge.to].id);
      if (found != leave.end()) next.insert(found->second.begin(), found->second.end());
    }
    next.erase(p);
    for (const Index to : next) {
      if (overview.edges.size() < most_edges) overview.edges.push_back({p, to, EdgeKind::kNext, "", kNone});
    }
  }
  return overview;
}

}  // namespace meshc::codegen::graph
