// The graph back end: pictures of the mesh for review.
#pragma once

#include <string>
#include <variant>

#include "codegen/common/artifact.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen {

enum class GraphFormat : std::uint8_t { kDot, kSvg, kPng, kMermaid, kJson, kHtml };
/// mesh: actors only; flow: with decisions, loops and error edges; actor: with params and results.
enum class GraphLevel : std::uint8_t { kMesh, kFlow, kActor };

struct GraphOptions {
  GraphFormat format = GraphFormat::kDot;
  GraphLevel level = GraphLevel::kFlow;
};

struct GraphText {
  std::string bytes;
};
struct GraphFailure {
  std::string reason;
};

/// The whole mesh as one picture (kHtml: a page with the pictures of all levels, which begins with the one
/// that is asked for), or the library's reason why it could not be drawn.
std::variant<GraphText, GraphFailure> RenderGraph(const ir::Mesh& mesh, const analysis::Facts& facts,
                                                  const GraphOptions& options);

/// `graph/<flow>.{dot,mmd,json}`
ArtifactSet GenerateGraphs(const ir::Mesh& mesh, const analysis::Facts& facts);

}  // namespace meshc::codegen
