#include "codegen/graph/place_rows.h"

#include <fmt/format.h>

#include "codegen/graph/render_dot.h"
#include "codegen/graph/text_size.h"

namespace meshc::codegen::graph {
namespace {

/// The library counts upwards.
class Placer {
 public:
  Placer(const Model& model, const Outline& outline, Drawing& drawing)
      : model_(model), outline_(outline), drawing_(drawing) {}

  void PlaceAll() {
    drawing_.SetGraph("bb", Print({0, 0, outline_.width, outline_.height}));
    for (Index r = 0; r < model_.regions.size(); ++r) PlaceRegion(r);
    for (Index n = 0; n < model_.nodes.size(); ++n) PlaceNode(n);
    for (Index e = 0; e < model_.edges.size(); ++e) PlaceArrow(e);
  }

 private:
  std::string Print(Spot spot) const {
    return fmt::format("{:.1f},{:.1f}", spot.x, outline_.height - spot.y);
  }
  std::string Print(const Box& box) const {
    return Print(Spot{box.left, box.bottom}) + "," + Print(Spot{box.right, box.top});
  }
  static std::string Inches(double points) { return fmt::format("{:.3f}", points / 72); }

  void PlaceRegion(Index r) {
    const Region& region = model_.regions[r];
    const Box& box = outline_.regions[r];
    const TextSize text = MeasureText(region.label, LabelSize(region));
    const Drawing::Cluster cluster = drawing_.FindCluster(region.id);
    drawing_.SetCluster(cluster, "bb", Print(box));
    drawing_.SetCluster(cluster, "lp",
                        Print(Spot{box.left + 8 + text.width / 2, box.top + 4 + text.height / 2}));
  }

  void PlaceNode(Index n) {
    const Box& box = outline_.nodes[n];
    const std::string& id = model_.nodes[n].id;
    drawing_.SetNode(id, "pos", Print(Spot{(box.left + box.right) / 2, (box.top + box.bottom) / 2}));
    drawing_.SetNode(id, "width", Inches(box.right - box.left));
    drawing_.SetNode(id, "height", Inches(box.bottom - box.top));
    drawing_.SetNode(id, "fixedsize", "true");
    if (model_.nodes[n].kind == NodeKind::kStart) WriteInside(model_.nodes[n]);
  }

  /// For labels beside nodes the library looks for room in a time that grows with the square of the nodes.
  void WriteInside(const Node& start) {
    drawing_.SetNode(start.id, "xlabel", "");
    drawing_.SetNode(start.id, "label", start.label);
    drawing_.SetNode(start.id, "shape", "box");
    drawing_.SetNode(start.id, "style", "rounded,filled");
    drawing_.SetNode(start.id, "fontcolor", "white");
  }

  /// Corners as curves whose ends lie where their middles do; the arrow's head takes the last bit.
  void PlaceArrow(Index e) {
    constexpr double kHead = 7;
    const Edge& edge = model_.edges[e];
    std::vector<Spot> corners = outline_.arrows[e].corners;
    std::string line = "e," + Print(corners.back());
    const Spot before = corners[corners.size() - 2];
    Spot& end = corners.back();
    if (before.y < end.y && before.x == end.x) end.y -= kHead;
    if (before.x > end.x) end.x += kHead;
    line += " " + Print(corners.front());
    for (std::size_t i = 1; i < corners.size(); ++i)
      line += " " + Print(corners[i - 1]) + " " + Print(corners[i]) + " " + Print(corners[i]);
    const std::string& from = model_.nodes[edge.from].id;
    const std::string& to = model_.nodes[edge.to].id;
    const std::string key = EdgeKey(model_, edge);
    drawing_.SetEdge(from, to, key, "pos", line);
    drawing_.SetEdge(from, to, key, "lp", Print(outline_.arrows[e].label));
  }

  const Model& model_;
  const Outline& outline_;
  Drawing& drawing_;
};

}  // namespace

void PlaceRows(const Model& model, const Outline& outline, Drawing& drawing) {
  Placer(model, outline, drawing).PlaceAll();
}

}  // namespace meshc::codegen::graph
