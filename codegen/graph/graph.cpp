#include "codegen/graph/graph.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "codegen/common/naming.h"
#include "codegen/graph/build_model.h"
#include "codegen/graph/drawing.h"
#include "codegen/graph/flow_model.h"
#include "codegen/graph/layered_work.h"
#include "codegen/graph/outline.h"
#include "codegen/graph/overlay.h"
#include "codegen/graph/page_template.h"
#include "codegen/graph/place_rows.h"
#include "codegen/graph/printable.h"
#include "codegen/graph/render_dot.h"
#include "codegen/graph/render_json.h"
#include "codegen/graph/render_mermaid.h"
#include "codegen/graph/render_page.h"
#include "codegen/graph/svg_titles.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {
namespace {

using Rendered = std::variant<GraphText, GraphFailure>;

Rendered Finish(std::variant<std::string, graph::Drawing::Failure> drawn) {
  if (auto* bytes = std::get_if<std::string>(&drawn)) return GraphText{std::move(*bytes)};
  return GraphFailure{std::get<graph::Drawing::Failure>(drawn).reason};
}

Rendered DrawDot(const graph::Model& model) {
  graph::Drawing drawing(model.mesh, graph::Drawing::Purpose::kText);
  graph::Draw(model, drawing);
  return Finish(drawing.WriteDot());
}

enum class EdgeIds : std::uint8_t { kNone, kNumbers };

/// Layered, or a row per node where that would take long.
Rendered DrawPicture(const graph::Model& model, graph::Drawing::Format format, EdgeIds ids = EdgeIds::kNone) {
  using Places = graph::Drawing::Places;
  graph::Drawing drawing(model.mesh);
  graph::Draw(model, drawing);
  if (ids == EdgeIds::kNumbers) graph::NumberEdges(model, drawing);
  if (graph::LayeredWork(model) <= graph::kMostLayeredWork)
    return Finish(drawing.Render(format, Places::kFound));
  graph::PlaceRows(model, graph::LayOutRows(model), drawing);
  return Finish(drawing.Render(format, Places::kGiven));
}

Rendered DrawSvg(const graph::Model& model, EdgeIds ids = EdgeIds::kNone) {
  Rendered rendered = DrawPicture(model, graph::Drawing::Format::kSvg, ids);
  if (auto* svg = std::get_if<GraphText>(&rendered)) svg->bytes = graph::TitleByWords(svg->bytes);
  return rendered;
}

Rendered DrawMermaid(const graph::Model& model) {
  graph::MermaidText written = graph::RenderMermaid(model);
  return GraphText{std::move(written.text), std::move(written.parts)};
}

Rendered Render(graph::Model model, GraphFormat format, const graph::JsonContext& context) {
  if (format == GraphFormat::kJson) return GraphText{graph::RenderJson(model, context)};
  model = graph::MakePrintable(std::move(model));
  switch (format) {
    case GraphFormat::kDot: return DrawDot(model);
    case GraphFormat::kSvg: return DrawSvg(model);
    case GraphFormat::kPng: return DrawPicture(model, graph::Drawing::Format::kPng);
    case GraphFormat::kMermaid: return DrawMermaid(model);
    case GraphFormat::kJson:
    case GraphFormat::kHtml: break;
  }
  return GraphFailure{"unknown format"};
}

/// The picture of the level, with the counts if there are some.
graph::Model ModelOf(const ir::Mesh& mesh, const analysis::Facts& facts, GraphLevel level,
                     const GraphOptions& options) {
  graph::Model model = graph::BuildModel(mesh, facts, level);
  if (options.counts) graph::LayCounts(*options.counts, mesh, level, model);
  return model;
}

graph::JsonContext ContextOf(const ir::Mesh& mesh, GraphLevel level, const GraphOptions& options) {
  graph::JsonContext context{mesh, level, options.sources, nullptr};
  for (const types::Deploy& deploy : mesh.declarations.deploys) {
    if (deploy.name == options.deploy) context.deploy = &deploy;
  }
  return context;
}

std::string PlaceOf(source::FileId file, const GraphOptions& options) {
  return options.place_of ? options.place_of(file) : std::string(options.sources->Name(file));
}

/// Where a reader of the picture finds what a node stands for.
void LinkToSource(const GraphOptions& options, graph::Model& model) {
  const source::SourceManager& sources = *options.sources;
  for (graph::Node& node : model.nodes) {
    if (!node.origin.has_value()) continue;
    const std::string place = PlaceOf(node.origin.file, options);
    if (place.empty()) continue;
    node.link = fmt::format("{}#L{}", place, sources.Locate(node.origin.file, node.origin.begin).line);
  }
}

std::map<std::string, std::string> PlacesOfFiles(const GraphOptions& options) {
  std::map<std::string, std::string> places;
  if (options.sources == nullptr) return places;
  for (std::uint32_t file = 0; file < options.sources->FileCount(); ++file) {
    std::string place = PlaceOf({file}, options);
    if (!place.empty()) places[std::string(options.sources->Name({file}))] = std::move(place);
  }
  return places;
}

/// All levels, each as a picture and as data.
Rendered RenderHtml(const ir::Mesh& mesh, const analysis::Facts& facts, const GraphOptions& options) {
  graph::Page page{.title = mesh.declarations.mesh,
                   .first_level = std::string(Name(options.level)),
                   .levels = {},
                   .files = PlacesOfFiles(options)};
  for (const GraphLevel level : {GraphLevel::kMesh, GraphLevel::kFlow, GraphLevel::kActor}) {
    const graph::Model model = graph::MakePrintable(ModelOf(mesh, facts, level, options));
    Rendered svg = DrawSvg(model, EdgeIds::kNumbers);
    if (std::holds_alternative<GraphFailure>(svg)) return svg;
    page.levels.push_back({std::string(Name(level)), std::move(std::get<GraphText>(svg).bytes),
                           graph::RenderJson(model, ContextOf(mesh, level, options))});
  }
  return GraphText{graph::RenderPage(page)};
}

}  // namespace

Rendered RenderGraph(const ir::Mesh& mesh, const analysis::Facts& facts, const GraphOptions& options) {
  if (options.format == GraphFormat::kHtml) return RenderHtml(mesh, facts, options);
  graph::Model model = ModelOf(mesh, facts, options.level, options);
  if (options.sources != nullptr) LinkToSource(options, model);
  return Render(std::move(model), options.format, ContextOf(mesh, options.level, options));
}

std::string_view Name(GraphLevel level) {
  switch (level) {
    case GraphLevel::kMesh: return "mesh";
    case GraphLevel::kFlow: return "flow";
    case GraphLevel::kActor: return "actor";
  }
  NoSuchEnumerator();
}

std::string PathOfPart(const std::string& path, std::size_t part) {
  const std::size_t name = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const std::size_t dot = path.rfind('.');
  const std::size_t ending = dot == std::string::npos || dot <= name ? path.size() : dot;
  return fmt::format("{}.part{}{}", path.substr(0, ending), part + 1, path.substr(ending));
}

std::string_view GraphSchema() { return graph::PageTemplate("graph.schema.json"); }

std::vector<std::string> FindUnknownTraffic(const TrafficCounts& counts, const ir::Mesh& mesh,
                                            const analysis::Facts& facts) {
  return graph::FindUnknown(counts, mesh, graph::BuildModel(mesh, facts, GraphLevel::kMesh));
}

ArtifactSet GenerateGraphs(const ir::Mesh& mesh, const analysis::Facts& facts) {
  constexpr std::pair<GraphFormat, const char*> kFiles[] = {
      {GraphFormat::kDot, ".dot"}, {GraphFormat::kMermaid, ".mmd"}, {GraphFormat::kJson, ".json"}};
  ArtifactSet artifacts;
  const graph::FlowModels models(mesh, facts, {});
  for (const types::FlowId flow : mesh.flows.ids()) {
    const graph::Model model = models.Of(flow);
    for (const auto& [format, extension] : kFiles) {
      Rendered rendered = Render(model, format, {mesh});
      if (auto* text = std::get_if<GraphText>(&rendered)) {
        const std::string path = "graph/" + FileStem(mesh.flows[flow].name) + extension;
        for (std::size_t part = 0; part < text->parts.size(); ++part)
          artifacts[PathOfPart(path, part)].content = std::move(text->parts[part]);
        artifacts[path].content = std::move(text->bytes);
      }
    }
  }
  return artifacts;
}

}  // namespace meshc::codegen
