#include "codegen/graph/graph.h"

#include <utility>

#include "codegen/common/naming.h"
#include "codegen/graph/build_model.h"
#include "codegen/graph/drawing.h"
#include "codegen/graph/flow_model.h"
#include "codegen/graph/layered_work.h"
#include "codegen/graph/outline.h"
#include "codegen/graph/place_rows.h"
#include "codegen/graph/printable.h"
#include "codegen/graph/render_dot.h"
#include "codegen/graph/render_json.h"
#include "codegen/graph/render_mermaid.h"
#include "codegen/graph/render_page.h"
#include "codegen/graph/svg_titles.h"

namespace meshc::codegen {
namespace {

using Rendered = std::variant<GraphText, GraphFailure>;

Rendered Finish(std::variant<std::string, graph::Drawing::Failure> drawn) {
  if (auto* bytes = std::get_if<std::string>(&drawn)) return GraphText{std::move(*bytes)};
  return GraphFailure{std::get<graph::Drawing::Failure>(drawn).reason};
}

Rendered DrawDot(const graph::Model& model) {
  graph::Drawing drawing(model.mesh);
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

Rendered Render(graph::Model model, GraphFormat format) {
  if (format == GraphFormat::kJson) return GraphText{graph::RenderJson(model)};
  model = graph::MakePrintable(std::move(model));
  switch (format) {
    case GraphFormat::kDot: return DrawDot(model);
    case GraphFormat::kSvg: return DrawSvg(model);
    case GraphFormat::kPng: return DrawPicture(model, graph::Drawing::Format::kPng);
    case GraphFormat::kMermaid: return GraphText{graph::RenderMermaid(model)};
    case GraphFormat::kJson:
    case GraphFormat::kHtml: break;
  }
  return GraphFailure{"unknown format"};
}

/// All levels, each as a picture and as data.
Rendered RenderHtml(const ir::Mesh& mesh, const analysis::Facts& facts, GraphLevel first) {
  graph::Page page{.title = mesh.declarations.mesh, .first_level = {}, .levels = {}};
  for (const auto& [level, name] :
       {std::pair(GraphLevel::kMesh, "mesh"), std::pair(GraphLevel::kFlow, "flow"),
        std::pair(GraphLevel::kActor, "actor")}) {
    const graph::Model model = graph::MakePrintable(graph::BuildModel(mesh, facts, level));
    Rendered svg = DrawSvg(model, EdgeIds::kNumbers);
    if (std::holds_alternative<GraphFailure>(svg)) return svg;
    if (level == first) page.first_level = name;
    page.levels.push_back({name, std::move(std::get<GraphText>(svg).bytes), graph::RenderJson(model)});
  }
  return GraphText{graph::RenderPage(page)};
}

}  // namespace

Rendered RenderGraph(const ir::Mesh& mesh, const analysis::Facts& facts, const GraphOptions& options) {
  if (options.format == GraphFormat::kHtml) return RenderHtml(mesh, facts, options.level);
  return Render(graph::BuildModel(mesh, facts, options.level), options.format);
}

ArtifactSet GenerateGraphs(const ir::Mesh& mesh, const analysis::Facts& facts) {
  constexpr std::pair<GraphFormat, const char*> kFiles[] = {
      {GraphFormat::kDot, ".dot"}, {GraphFormat::kMermaid, ".mmd"}, {GraphFormat::kJson, ".json"}};
  ArtifactSet artifacts;
  const graph::FlowModels models(mesh, facts, {});
  for (const types::FlowId flow : mesh.flows.ids()) {
    const graph::Model model = models.Of(flow);
    for (const auto& [format, extension] : kFiles) {
      Rendered rendered = Render(model, format);
      if (auto* text = std::get_if<GraphText>(&rendered)) {
        artifacts["graph/" + FileStem(mesh.flows[flow].name) + extension].content = std::move(text->bytes);
      }
    }
  }
  return artifacts;
}

}  // namespace meshc::codegen
