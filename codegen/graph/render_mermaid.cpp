#include "codegen/graph/render_mermaid.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "codegen/graph/style.h"

namespace meshc::codegen::graph {
namespace {

/// Mermaid reads `#name;` as an entity and ends a quoted text at `"`.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '"': escaped += "#quot;"; break;
      case '#': escaped += "#35;"; break;
      case '<': escaped += "#lt;"; break;
      case '>': escaped += "#gt;"; break;
      case '\n': escaped += "<br/>"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

/// Names of points hold characters that Mermaid ids must not; a number stands for each.
std::string NodeId(Index node) { return fmt::format("n{}", node); }
std::string RegionId(Index region) { return fmt::format("r{}", region); }

std::string Shape(const Node& node) {
  std::string text = Escape(node.label);
  for (const std::string& line : node.details) text += "<br/>" + Escape(line);
  switch (node.kind) {
    case NodeKind::kStart: return fmt::format("((\"{}\"))", text);
    case NodeKind::kSuccess:
    case NodeKind::kFailure: return fmt::format("([\"{}\"])", text);
    case NodeKind::kProcessor: return fmt::format("[\"{}\"]", text);
    case NodeKind::kRouter: return fmt::format("[/\"{}\"\\]", text);
    case NodeKind::kDecision: return fmt::format("{{\"{}\"}}", text);
    case NodeKind::kAction: return fmt::format("(\"{}\")", text);
    case NodeKind::kFlowCall:
    case NodeKind::kFreshCall: return fmt::format("[[\"{}\"]]", text);
    case NodeKind::kFork: return fmt::format("[\\\"{}\"/]", text);
    case NodeKind::kJoin: return fmt::format("{{{{\"{}\"}}}}", text);
    case NodeKind::kPark: return fmt::format(">\"{}\"]", text);
  }
  return {};
}

std::string_view Arrow(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kNext: return "-->";
    case EdgeKind::kBack: return "==>";
    case EdgeKind::kError: return "-->";
    case EdgeKind::kOptional:
    case EdgeKind::kTap:
    case EdgeKind::kAnyError:
    case EdgeKind::kUndo: return "-.->";
  }
  return {};
}

class Writer {
 public:
  explicit Writer(const Model& model) : model_(model) {}

  std::string Write() {
    text_ = fmt::format("%% {}\nflowchart TB\n", model_.mesh);
    WriteInside(kNone, 1);
    for (Index e = 0; e < model_.edges.size(); ++e) WriteEdge(model_.edges[e]);
    WriteEdgeStyles();
    WriteClasses();
    return std::move(text_);
  }

 private:
  void Indent(int depth) { text_.append(static_cast<std::size_t>(depth) * 2, ' '); }

  void WriteInside(Index region, int depth) {
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      if (model_.nodes[n].region != region) continue;
      Indent(depth);
      text_ += NodeId(n) + Shape(model_.nodes[n]) + "\n";
    }
    for (Index r = 0; r < model_.regions.size(); ++r) {
      if (model_.regions[r].parent != region) continue;
      Indent(depth);
      text_ += fmt::format("subgraph {}[\"{}\"]\n", RegionId(r), Escape(model_.regions[r].label));
      WriteInside(r, depth + 1);
      Indent(depth);
      text_ += "end\n";
    }
  }

  void WriteEdge(const Edge& edge) {
    const std::string from = edge.from_region == kNone ? NodeId(edge.from) : RegionId(edge.from_region);
    const std::string label = edge.label.empty() ? "" : fmt::format("|\"{}\"|", Escape(edge.label));
    text_ += fmt::format("  {} {}{} {}\n", from, Arrow(edge.kind), label, NodeId(edge.to));
  }

  /// One line for each colour that is not the usual one.
  void WriteEdgeStyles() {
    std::map<std::string_view, std::string> edges;
    for (Index e = 0; e < model_.edges.size(); ++e) {
      const EdgeKind kind = model_.edges[e].kind;
      if (kind == EdgeKind::kNext || kind == EdgeKind::kBack) continue;
      std::string& list = edges[StyleOf(kind).colour];
      list += (list.empty() ? "" : ",") + std::to_string(e);
    }
    for (const auto& [colour, list] : edges) text_ += fmt::format("  linkStyle {} stroke:{}\n", list, colour);
  }

  void WriteClasses() {
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      const NodeStyle style = StyleOf(model_.nodes[n].kind);
      text_ += fmt::format("  style {} fill:{},stroke:{}\n", NodeId(n), style.fill, style.border);
    }
  }

  const Model& model_;
  std::string text_;
};

}  // namespace

std::string RenderMermaid(const Model& model) { return Writer(model).Write(); }

}  // namespace meshc::codegen::graph
