#include "compiler/driver/releases/diff_picture.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "codegen/graph/drawing.h"
#include "compiler/driver/releases/pinned_layout.h"
#include "compiler/versions/diff.h"
#include "compiler/versions/policy_text.h"
#include "compiler/versions/renamed_table.h"

namespace meshc::driver {
namespace {

namespace contract = mesh::contract;
using codegen::graph::Drawing;
using contract::Index;
using contract::kNone;
using contract::RouteTable;

using Edge = std::pair<std::string, std::string>;

/// The points that people know, and which follow which.
struct Topology {
  std::map<std::string, std::string> meanings;
  std::vector<std::string> nodes;
  std::set<Edge> edges;
};

Topology TopologyOf(const RouteTable& table) {
  Topology topology;
  for (const contract::Point& point : table.points) {
    const std::string name(point.name);
    topology.nodes.push_back(name);
    std::string meaning = versions::MeaningOf(table, point);
    // A call of an actor that changed is not what it was.
    if (point.actor != kNone) meaning += versions::SignatureOf(table, table.actors[point.actor]);
    topology.meanings.emplace(name, std::move(meaning));
    const auto follow = [&](Index to) {
      if (to != kNone) topology.edges.emplace(name, std::string(table.points[to].name));
    };
    follow(point.next);
    for (const Index target : Slice(table.pool.indices, point.targets)) follow(target);
    for (const contract::Case& each : Slice(table.cases, point.cases)) follow(each.target);
  }
  return topology;
}

constexpr std::string_view kAdded = "#2e7d32";
constexpr std::string_view kRemoved = "#c62828";
constexpr std::string_view kChanged = "#ef6c00";
constexpr std::string_view kSame = "#9e9e9e";

void Colour(Drawing& drawing, const std::string& node, std::string_view colour) {
  drawing.AddNode(node, nullptr);
  drawing.SetNode(node, "color", colour);
  drawing.SetNode(node, "fontcolor", colour);
}

void Draw(const Topology& before, const Topology& after, Drawing& drawing) {
  drawing.SetNodeDefault("shape", "box");
  drawing.SetNodeDefault("color", kSame);
  drawing.SetNodeDefault("fontcolor", kSame);
  drawing.SetEdgeDefault("color", kSame);
  for (const std::string& node : before.nodes) {
    const auto found = after.meanings.find(node);
    const bool same = found != after.meanings.end() && found->second == before.meanings.at(node);
    Colour(drawing, node, found == after.meanings.end() ? kRemoved : same ? kSame : kChanged);
  }
  for (const std::string& node : after.nodes) {
    if (!before.meanings.contains(node)) Colour(drawing, node, kAdded);
  }
  const auto add = [&](const Edge& edge, std::string_view colour) {
    drawing.AddEdge(edge.first, edge.second, "e");
    drawing.SetEdge(edge.first, edge.second, "e", "color", colour);
  };
  for (const Edge& edge : before.edges) add(edge, after.edges.contains(edge) ? kSame : kRemoved);
  for (const Edge& edge : after.edges) {
    if (!before.edges.contains(edge)) add(edge, kAdded);
  }
}

/// Who knows the former picture finds everything where it was.
std::variant<std::string, Drawing::Failure> Render(const Topology& before, const Topology& after,
                                                   Drawing& drawing) {
  Drawing former("before");
  Draw(before, before, former);
  auto pinned = former.FindLayout();
  auto merged = drawing.FindLayout();
  for (auto* found : {&pinned, &merged}) {
    if (auto* failure = std::get_if<Drawing::Failure>(found)) return std::move(*failure);
  }
  std::set<Edge> edges = before.edges;
  edges.insert(after.edges.begin(), after.edges.end());
  drawing.SetLayout(PinLayout(std::get<Drawing::Layout>(pinned), std::get<Drawing::Layout>(merged), edges));
  drawing.SetGraph("splines", "true");
  return drawing.Render(Drawing::Format::kSvg, Drawing::Places::kOfNodes);
}

std::string Page(std::string_view mesh, const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n{}</html>\n", mesh,
      begin == std::string::npos ? svg : svg.substr(begin));
}

}  // namespace

std::variant<std::string, PictureProblem> DrawDiff(const contract::Version& before,
                                                   const contract::Version& after, VersionFormat format) {
  const versions::RenamedTable renamed(*before.table, after);
  const Topology former = TopologyOf(renamed.View());
  const Topology current = TopologyOf(*after.table);
  Drawing drawing(after.table->mesh);
  Draw(former, current, drawing);
  auto drawn = format == VersionFormat::kDot ? drawing.WriteDot() : Render(former, current, drawing);
  if (auto* failure = std::get_if<Drawing::Failure>(&drawn))
    return PictureProblem{std::move(failure->reason)};
  std::string& text = std::get<std::string>(drawn);
  return format == VersionFormat::kHtml ? Page(after.table->mesh, text) : std::move(text);
}

}  // namespace meshc::driver
