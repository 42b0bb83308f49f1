#include "codegen/graph/render_mermaid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/graph/legend.h"
#include "codegen/graph/parts.h"
#include "codegen/graph/style.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

bool IsWordAt(std::string_view text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

/// A text that begins with `- ` or `1. ` would be a list.
bool BeginsList(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '-' || c == '+') return at == 0;
  return (c == '.' || c == ')') && at > 0 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at),
                     [](unsigned char before) { return std::isdigit(before) != 0; });
}

/// True of what Markdown would read as a mark and swallow. An underscore within a word is none; addresses
/// of the web and of mail would be links.
bool IsMark(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case '`':
    case '*':
    case '~':
    case '[':
    case '@':
    case '\\': return true;
    case '_': return at == 0 || !IsWordAt(text, at - 1) || !IsWordAt(text, at + 1);
    case ':': return text.substr(at).starts_with("://");
    case '.': return text.substr(0, at).ends_with("www") || BeginsList(text, at);
    default: return BeginsList(text, at);
  }
}

/// Mermaid reads `#name;` as an entity, ends a quoted text at `"`, and takes the rest for Markdown.
std::string Escape(std::string_view text) {
  constexpr std::string_view kBackslash = "#92;";  // A raw one before an `n` would end the line.
  std::string escaped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (IsMark(text, at)) escaped += kBackslash;
    switch (text[at]) {
      case '\\': escaped += kBackslash; break;
      case '"': escaped += "#quot;"; break;
      case '#': escaped += "#35;"; break;
      case '&': escaped += "#amp;"; break;
      case '<': escaped += "#lt;"; break;
      case '>': escaped += "#gt;"; break;
      case '\n': escaped += "<br/>"; break;
      default: escaped += text[at];
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
    case NodeKind::kTap: return fmt::format("(\"{}\")", text);
    case NodeKind::kFinally: return fmt::format("((\"{}\"))", text);
    case NodeKind::kPart: return fmt::format("[[\"{}\"]]", text);
  }
  NoSuchEnumerator();
}

/// Else a dark theme writes light text on our light fills.
std::string_view TextOn(NodeKind kind) {
  return kind == NodeKind::kStart || kind == NodeKind::kFinally ? "#ffffff" : kInk;
}

std::string_view Arrow(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kNext: return "-->";
    case EdgeKind::kBack:
    case EdgeKind::kUnknown: return "==>";
    case EdgeKind::kError: return "-->";
    case EdgeKind::kOptional:
    case EdgeKind::kTap:
    case EdgeKind::kAnyError:
    case EdgeKind::kUndo: return "-.->";
  }
  NoSuchEnumerator();
}

class Writer {
 public:
  explicit Writer(const Model& model) : model_(model) {}

  std::string Write() {
    text_ = fmt::format("%% {}\nflowchart TB\n", model_.mesh);
    SortByRegion();
    WriteInside(kNone, 1);
    for (Index e = 0; e < model_.edges.size(); ++e) WriteEdge(model_.edges[e]);
    WriteEdgeStyles();
    WriteStyles();
    WriteLegend();
    return std::move(text_);
  }

 private:
  /// Deeper than that it would take more room than the text.
  void Indent(int depth) { text_.append(static_cast<std::size_t>(std::min(depth, 8)) * 2, ' '); }

  /// The nodes and frames that stand in a frame itself; the last one is the picture.
  struct Content {
    std::vector<Index> nodes;
    std::vector<Index> regions;
  };
  Content& Inside(Index region) { return inside_[region == kNone ? model_.regions.size() : region]; }

  void SortByRegion() {
    inside_.resize(model_.regions.size() + 1);
    for (Index n = 0; n < model_.nodes.size(); ++n) Inside(model_.nodes[n].region).nodes.push_back(n);
    for (Index r = 0; r < model_.regions.size(); ++r) Inside(model_.regions[r].parent).regions.push_back(r);
  }

  void WriteInside(Index region, int depth) {
    for (const Index n : Inside(region).nodes) {
      Indent(depth);
      text_ += NodeId(n) + Shape(model_.nodes[n]) + "\n";
    }
    for (const Index r : Inside(region).regions) {
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

  void WriteStyles() {
    for (Index r = 0; r < model_.regions.size(); ++r) {
      const RegionStyle style = StyleOf(model_.regions[r].kind);
      const char* border = model_.regions[r].is_entry ? "#1f2933,stroke-width:3px" : style.border;
      text_ += fmt::format("  style {} fill:{},stroke:{},color:{}\n", RegionId(r), style.fill, border, kInk);
    }
    for (Index n = 0; n < model_.nodes.size(); ++n) {
      const NodeStyle style = StyleOf(model_.nodes[n].kind);
      text_ += fmt::format("  style {} fill:{},stroke:{},color:{}\n", NodeId(n), style.fill, style.border,
                           TextOn(model_.nodes[n].kind));
    }
  }

  /// A node of each shape, and a note that tells frames and arrows by their words and colours.
  void WriteLegend() {
    std::string shapes;
    std::string styles;
    std::string note;
    for (const LegendRow& row : Legend(model_)) {
      if (row.node) {
        const std::string id = fmt::format("legend_{}", Name(*row.node));
        const NodeStyle style = StyleOf(*row.node);
        shapes += "    " + id + Shape({"", *row.node, std::string(row.meaning), {}, "", kNone, 0}) + "\n";
        styles += fmt::format("  style {} fill:{},stroke:{},color:{}\n", id, style.fill, style.border,
                              TextOn(*row.node));
        continue;
      }
      const std::string sample = row.region ? fmt::format("frame {}", Name(*row.region))
                                            : fmt::format("{} arrow", StyleOf(*row.edge).words);
      note += fmt::format("{}{}: {}", note.empty() ? "" : "<br/>", sample, row.meaning);
    }
    if (!note.empty()) shapes += fmt::format("    legend_arrows>\"{}\"]\n", note);
    if (!shapes.empty()) text_ += "  subgraph legend[\"legend\"]\n" + shapes + "  end\n" + styles;
  }

  const Model& model_;
  std::string text_;
  std::vector<Content> inside_;  ///< By region.
};

/// What the parts hold is left out of it where it would be too large itself.
std::string WriteOverview(Model overview, std::size_t most_text) {
  std::string text = Writer(overview).Write();
  if (text.size() <= most_text) return text;
  for (Node& part : overview.nodes) part.details.clear();
  return Writer(overview).Write();
}

}  // namespace

MermaidText RenderMermaid(const Model& model) {
  constexpr std::size_t kNodeAround = 90;  // Id, style and indentation; so below.
  constexpr std::size_t kEdgeAround = 36;
  constexpr std::size_t kRegionAround = 160;
  constexpr std::size_t kLegend = 4000;
  const PartLimits limits{.edges = kMostMermaidEdges, .text = kMostMermaidText - kLegend};
  const TextSizes sizes{
      .node = [](const Node& node) { return Shape(node).size() + kNodeAround; },
      .edge = [](const Edge& edge) { return Escape(edge.label).size() + kEdgeAround; },
      .region = [](const Region& region) { return Escape(region.label).size() + kRegionAround; }};
  const std::vector<Model> parts = SplitModel(model, limits, sizes);
  if (parts.size() == 1) return {.text = Writer(model).Write(), .parts = {}};
  MermaidText written{.text = WriteOverview(OverviewOf(model, parts, limits.edges), kMostMermaidText),
                      .parts = {}};
  for (const Model& part : parts) written.parts.push_back(Writer(part).Write());
  return written;
}

}  // namespace meshc::codegen::graph
