#include "codegen/graph/outline.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "codegen/graph/labels.h"
#include "codegen/graph/lanes.h"
#include "codegen/graph/text_size.h"

namespace meshc::codegen::graph {
namespace {

constexpr double kMargin = 14;  ///< Between a frame and what is in it.
constexpr double kGap = 20;     ///< Between two rows.
constexpr double kSlot = 14;    ///< Between two arrows that leave or reach one side.
constexpr double kLane = 7;     ///< Between two lanes.
constexpr double kHeading = 18;

/// A node, or a frame with all that is in it.
struct Item {
  std::uint32_t order = 0;
  Index first_node = kNone;
  Index index = kNone;
  bool is_region = false;

  friend bool operator<(const Item& a, const Item& b) {
    return std::tie(a.order, a.first_node) < std::tie(b.order, b.first_node);
  }
};

class Layout {
 public:
  explicit Layout(const Model& model)
      : model_(model),
        inside_(model.regions.size() + 1),
        starts_(model.nodes.size()),
        leaves_(model.regions.size()) {
    outline_.nodes.resize(model.nodes.size());
    outline_.regions.resize(model.regions.size());
    outline_.arrows.resize(model.edges.size());
    rows_.resize(model.nodes.size());
  }

  Outline Run() {
    CollectItems();
    CountArrows();
    const double right = PlaceItems(kNone, kMargin);
    lanes_begin_ = right + kMargin;
    for (Index e = 0; e < model_.edges.size(); ++e) StartArrow(e);
    FinishArrows();
    outline_.height = y_ + kMargin;
    return std::move(outline_);
  }

 private:
  std::vector<Item>& Inside(Index region) {
    return inside_[region == kNone ? model_.regions.size() : region];
  }

  /// Frames know their place from what is in them, so inner ones come first; they were added after outer
  /// ones.
  void CollectItems() {
    std::vector<Item> frames(model_.regions.size());
    for (Index r = 0; r < frames.size(); ++r) frames[r] = {UINT32_MAX, kNone, r, true};
    const auto widen = [](Item& frame, const Item& item) {
      frame.order = std::min(frame.order, item.order);
      frame.first_node = std::min(frame.first_node, item.first_node);
    };
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      const Node& node = model_.nodes[n];
      const Item item{node.order, n, n, false};
      Inside(node.region).push_back(item);
      if (node.region != kNone) widen(frames[node.region], item);
    }
    for (auto r = static_cast<Index>(frames.size()); r-- > 0;) {
      const Index parent = model_.regions[r].parent;
      if (parent != kNone) widen(frames[parent], frames[r]);
      Inside(parent).push_back(frames[r]);
    }
    for (std::vector<Item>& items : inside_) std::sort(items.begin(), items.end());
    // Flows and their ends, in the order in which they were drawn.
    std::sort(Inside(kNone).begin(), Inside(kNone).end(),
              [](const Item& a, const Item& b) { return a.first_node < b.first_node; });
  }

  /// How many arrows leave each side decides how high it has to be.
  void CountArrows() {
    for (const Edge& edge : model_.edges) {
      double& room = edge.from_region == kNone ? starts_[edge.from] : leaves_[edge.from_region];
      room += SlotOf(edge);
    }
  }

  static double SlotOf(const Edge& edge) {
    return std::max(kSlot, edge.label.empty() ? 0 : MeasureText(EdgeText(edge), 9).height);
  }

  /// Returns how far to the right it reaches.
  double PlaceItems(Index region, double left) {
    double right = left;
    for (const Item& item : Inside(region))
      right = std::max(right, item.is_region ? PlaceRegion(item.index, left) : PlaceNode(item.index, left));
    return right;
  }

  double PlaceRegion(Index region, double left) {
    const double top = y_;
    const double heading = left + kMargin + MeasureText(model_.regions[region].label, 13).width;
    y_ += kHeading + kMargin / 2;
    const double right = std::max(heading, PlaceItems(region, left + kMargin)) + kMargin;
    y_ += leaves_[region];
    outline_.regions[region] = {left, top, right, y_};
    y_ += kGap;
    return right;
  }

  double PlaceNode(Index node, double left) {
    const TextSize size = MeasureNode(model_.nodes[node]);
    const bool is_dot = model_.nodes[node].kind == NodeKind::kFinally;
    const double height = is_dot ? size.height : std::max(size.height, starts_[node] + kSlot);
    outline_.nodes[node] = {left, y_, left + size.width, y_ + height};
    rows_[node] = row_++;
    y_ += height + kGap;
    return left + size.width;
  }

  /// Straight down to the next row, or out to the right.
  void StartArrow(Index e) {
    const Edge& edge = model_.edges[e];
    OutlineArrow& arrow = outline_.arrows[e];
    const TextSize text = edge.label.empty() ? TextSize{} : MeasureText(EdgeText(edge), 9);
    const Box& from = outline_.nodes[edge.from];
    const Box& to = outline_.nodes[edge.to];
    const double x = std::max(from.left, to.left) + 7;
    const bool next_row = edge.from_region == kNone && rows_[edge.to] == rows_[edge.from] + 1;
    if (next_row && x < std::min(from.right, to.right)) {
      arrow.corners = {{x, from.bottom - Inset(edge.from, x)}, {x, to.top + Inset(edge.to, x)}};
      arrow.label = {x + 6 + text.width / 2, (from.bottom + to.top) / 2};
      return;
    }
    const Box& side = edge.from_region == kNone ? from : outline_.regions[edge.from_region];
    double& left_over = edge.from_region == kNone ? starts_[edge.from] : leaves_[edge.from_region];
    const double y = side.bottom - left_over + SlotOf(edge) / 2 - 2;
    left_over -= SlotOf(edge);
    arrow.corners = {{side.right, y}};
    arrow.label = {side.right + 8 + text.width / 2, y - text.height / 2};
    lanes_begin_ = std::max(lanes_begin_, side.right + text.width + 2 * kMargin);
    ways_[{edge.to, edge.kind}].push_back(e);
  }

  /// How far the border of a diamond is from its box, above and below, at `x`.
  double Inset(Index node, double x) const {
    if (model_.nodes[node].kind != NodeKind::kDecision) return 0;
    const Box& box = outline_.nodes[node];
    const double half = (box.right - box.left) / 2;
    return (box.bottom - box.top) / 2 * std::abs(x - box.left - half) / half;
  }

  /// Arrows of a kind to one node share a lane.
  void FinishArrows() {
    std::vector<Stretch> stretches;
    for (const auto& [key, edges] : ways_) {
      const double tip = TipOf(key.first);
      Stretch stretch{tip, tip};
      for (const Index e : edges) {
        const double y = outline_.arrows[e].corners.front().y;
        stretch = {std::min(stretch.begin, y), std::max(stretch.end, y)};
      }
      stretches.push_back(stretch);
    }
    const std::vector<std::size_t> lanes = AssignLanes(stretches);
    std::size_t way = 0;
    std::size_t most = 0;
    for (const auto& [key, edges] : ways_) {
      most = std::max(most, lanes[way]);
      const double x = lanes_begin_ + kLane * static_cast<double>(lanes[way++]);
      for (const Index e : edges)
        Turn(outline_.arrows[e], x, {outline_.nodes[key.first].right, TipOf(key.first)});
    }
    outline_.width = lanes_begin_ + kLane * static_cast<double>(most + 1) + kMargin;
  }

  double TipOf(Index node) const { return outline_.nodes[node].top + kSlot / 2; }

  static void Turn(OutlineArrow& arrow, double x, Spot tip) {
    arrow.corners.push_back({x, arrow.corners.front().y});
    arrow.corners.push_back({x, tip.y});
    arrow.corners.push_back(tip);
  }

  const Model& model_;
  Outline outline_;
  std::vector<std::vector<Item>> inside_;  ///< By region; the last: outside all.
  std::vector<double> starts_;             ///< By node: the room that arrows from it still need.
  std::vector<double> leaves_;             ///< By region.
  std::vector<std::size_t> rows_;          ///< By node.
  std::map<std::pair<Index, EdgeKind>, std::vector<Index>> ways_;
  double y_ = kMargin;
  double lanes_begin_ = 0;
  std::size_t row_ = 0;
};

}  // namespace

Outline LayOutRows(const Model& model) { return Layout(model).Run(); }

}  // namespace meshc::codegen::graph
