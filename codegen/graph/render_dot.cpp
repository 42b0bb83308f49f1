#include "codegen/graph/render_dot.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "codegen/graph/labels.h"
#include "codegen/graph/legend_markup.h"
#include "codegen/graph/style.h"

namespace meshc::codegen::graph {
namespace {

std::string Escape(std::string_view text, std::string_view backslash) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\': escaped += backslash; break;
      case '&': escaped += "&amp;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

/// In plain labels and tooltips the library gives a backslash a meaning, and reads entities.
std::string EscapePlain(std::string_view text) { return Escape(text, "\\\\"); }

/// When it draws, it looks for the backslashes of tooltips twice.
std::string EscapeTooltip(std::string_view text, const Drawing& drawing) {
  return drawing.purpose() == Drawing::Purpose::kPicture ? Escape(text, "\\\\\\\\") : EscapePlain(text);
}

constexpr NodeKind kUsualNode = NodeKind::kProcessor;
constexpr EdgeKind kUsualEdge = EdgeKind::kNext;

template <typename Set>
void SetStyle(const NodeStyle& style, const Set& set) {
  set("shape", style.shape);
  set("style", style.style);
  set("fillcolor", style.fill);
  set("color", style.border);
}

template <typename Set>
void SetStyle(const EdgeStyle& style, const Set& set) {
  set("color", style.colour);
  set("style", style.style);
  set("fontcolor", style.colour);
}

void SetDefaults(Drawing& drawing) {
  drawing.SetGraph("rankdir", "TB");
  drawing.SetGraph("compound", "true");
  drawing.SetGraph("nodesep", "0.4");
  drawing.SetGraph("ranksep", "0.45");
  drawing.SetGraph("pad", "0.3");
  drawing.SetGraph("bgcolor", "white");
  drawing.SetGraph("fontname", kFont);
  drawing.SetGraph("fontcolor", kInk);
  drawing.SetGraph("labelloc", "b");
  drawing.SetGraph("labeljust", "l");
  // Else labels that are empty would not be written, and tools would show ids.
  drawing.SetNodeDefault("label", "\\N");
  drawing.SetNodeDefault("fontname", kFont);
  drawing.SetNodeDefault("fontsize", "11");
  drawing.SetNodeDefault("fontcolor", kInk);
  drawing.SetNodeDefault("penwidth", "1.2");
  drawing.SetNodeDefault("margin", "0.12,0.06");
  drawing.SetEdgeDefault("fontname", kFont);
  drawing.SetEdgeDefault("fontsize", "9");
  drawing.SetEdgeDefault("arrowsize", "0.7");
  // Those of the kinds that occur most: what equals them is not said again.
  SetStyle(StyleOf(kUsualNode),
           [&](const char* attribute, const char* value) { drawing.SetNodeDefault(attribute, value); });
  SetStyle(StyleOf(kUsualEdge),
           [&](const char* attribute, const char* value) { drawing.SetEdgeDefault(attribute, value); });
}

std::string Row(std::string_view markup) { return fmt::format("<TR><TD>{}</TD></TR>", markup); }

/// A table, because rows of a table keep lines of different size apart.
std::string Markup(const Node& node) {
  std::string rows = Row(fmt::format("<B>{}</B>", EscapeMarkup(node.label)));
  for (const std::string& line : node.details) {
    rows += Row(fmt::format("<FONT POINT-SIZE=\"9\" COLOR=\"{}\">{}</FONT>", kFaint, EscapeMarkup(line)));
  }
  return fmt::format("<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\">{}</TABLE>",
                     rows);
}

void DrawText(const Node& node, Drawing& drawing) {
  switch (node.kind) {
    case NodeKind::kStart:
      drawing.SetNode(node.id, "label", "");
      drawing.SetNode(node.id, "xlabel", EscapePlain(node.label));
      drawing.SetNode(node.id, "width", "0.22");
      drawing.SetNode(node.id, "fixedsize", "true");
      return;
    case NodeKind::kFinally:
      // Its frame says the word.
      drawing.SetNode(node.id, "label", "");
      drawing.SetNode(node.id, "width", "0.12");
      drawing.SetNode(node.id, "fixedsize", "true");
      return;
    case NodeKind::kTap:
      drawing.SetNode(node.id, "label", EscapePlain(node.label));
      drawing.SetNode(node.id, "fontsize", "9");
      drawing.SetNode(node.id, "margin", "0.08,0.03");
      drawing.SetNode(node.id, "width", "0.3");
      drawing.SetNode(node.id, "height", "0.2");
      return;
    case NodeKind::kDecision:
    case NodeKind::kAction:
      drawing.SetNode(node.id, "label", EscapePlain(node.label));
      drawing.SetNode(node.id, "fontsize", "10");
      if (node.kind == NodeKind::kDecision) drawing.SetNode(node.id, "margin", "0.02,0.02");
      return;
    case NodeKind::kSuccess:
    case NodeKind::kFailure:
    case NodeKind::kProcessor:
    case NodeKind::kRouter:
    case NodeKind::kFlowCall:
    case NodeKind::kFreshCall:
    case NodeKind::kPart: drawing.SetNodeMarkup(node.id, Markup(node)); return;
    case NodeKind::kFork:
    case NodeKind::kJoin:
    case NodeKind::kPark:
      // The library adds room of its own for the slanted sides.
      drawing.SetNodeMarkup(node.id, Markup(node));
      drawing.SetNode(node.id, "margin", "0,0");
      drawing.SetNode(node.id, "height", "0.3");
      return;
  }
}

void DrawNode(const Node& node, Drawing::Cluster cluster, Drawing& drawing) {
  drawing.AddNode(node.id, cluster);
  const auto set = [&](const char* attribute, const char* value) {
    drawing.SetNode(node.id, attribute, value);
  };
  if (node.kind != kUsualNode) SetStyle(StyleOf(node.kind), set);
  drawing.SetNode(node.id, "id", node.id);
  if (!node.link.empty()) drawing.SetNode(node.id, "URL", EscapePlain(node.link));
  drawing.SetNode(node.id, "tooltip",
                  EscapeTooltip(node.tooltip.empty() ? node.label : node.tooltip, drawing));
  DrawText(node, drawing);
}

Drawing::Cluster DrawRegion(const Region& region, Drawing::Cluster parent, Drawing& drawing) {
  const Drawing::Cluster cluster = drawing.AddCluster(parent, region.id);
  const RegionStyle style = StyleOf(region.kind);
  drawing.SetCluster(cluster, "label", EscapePlain(region.label));
  drawing.SetLook(cluster, "labelloc", "t");
  drawing.SetLook(cluster, "fontsize", fmt::format("{}", LabelSize(region)));
  // Frames would take it over from those around them.
  drawing.SetLook(cluster, "penwidth", region.is_entry ? "2.5" : "1");
  drawing.SetLook(cluster, "style", style.style);
  drawing.SetLook(cluster, "fillcolor", style.fill);
  drawing.SetLook(cluster, "color", region.is_entry ? kInk : style.border);
  drawing.SetLook(cluster, "fontcolor", region.kind == RegionKind::kFlow ? kInk : style.border);
  drawing.SetLook(cluster, "margin", "14");
  drawing.SetCluster(cluster, "id", region.id);
  drawing.SetCluster(cluster, "tooltip",
                     EscapeTooltip(region.tooltip.empty() ? region.label : region.tooltip, drawing));
  return cluster;
}

/// `reader → writer: bad`
std::string Tooltip(const Model& model, const Edge& edge) {
  const std::string& from =
      edge.from_region == kNone ? model.nodes[edge.from].label : model.regions[edge.from_region].label;
  return from + " → " + model.nodes[edge.to].label + (edge.label.empty() ? "" : ": " + edge.label);
}

void DrawEdge(const Model& model, const Edge& edge, Drawing& drawing) {
  const std::string& from = model.nodes[edge.from].id;
  const std::string& to = model.nodes[edge.to].id;
  const std::string key = EdgeKey(model, edge);
  const auto set = [&](const char* attribute, std::string_view value) {
    drawing.SetEdge(from, to, key, attribute, value);
  };
  drawing.AddEdge(from, to, key);
  if (edge.kind != kUsualEdge) SetStyle(StyleOf(edge.kind), set);
  if (!edge.label.empty()) set("label", " " + EscapePlain(EdgeText(edge)) + " ");
  set("tooltip", EscapeTooltip(Tooltip(model, edge), drawing));
  if (edge.from_region != kNone) set("ltail", "cluster_" + model.regions[edge.from_region].id);
}

}  // namespace

std::string EdgeKey(const Model& model, const Edge& edge) {
  const std::string kind(Name(edge.kind));
  return edge.from_region == kNone ? kind : kind + "/" + model.regions[edge.from_region].id;
}

void NumberEdges(const Model& model, Drawing& drawing) {
  for (Index e = 0; e < model.edges.size(); ++e) {
    const Edge& edge = model.edges[e];
    drawing.SetEdge(model.nodes[edge.from].id, model.nodes[edge.to].id, EdgeKey(model, edge), "id",
                    fmt::format("e{}", e));
  }
}

double LabelSize(const Region& region) { return region.kind == RegionKind::kFlow ? 13 : 10; }

void Draw(const Model& model, Drawing& drawing) {
  SetDefaults(drawing);
  if (const std::string legend = LegendMarkup(model); !legend.empty()) drawing.SetGraphMarkup(legend);
  std::vector<Drawing::Cluster> clusters;
  for (const Region& region : model.regions) {
    Drawing::Cluster parent = region.parent == kNone ? nullptr : clusters[region.parent];
    clusters.push_back(DrawRegion(region, parent, drawing));
  }
  for (const Node& node : model.nodes) {
    DrawNode(node, node.region == kNone ? nullptr : clusters[node.region], drawing);
  }
  for (const Edge& edge : model.edges) DrawEdge(model, edge, drawing);
}

}  // namespace meshc::codegen::graph
