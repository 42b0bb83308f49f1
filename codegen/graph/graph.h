// The graph back end: pictures of the mesh for review.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codegen/common/artifact.h"
#include "codegen/graph/counts.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/source/source_manager.h"

namespace meshc::codegen {

enum class GraphFormat : std::uint8_t { kDot, kSvg, kPng, kMermaid, kJson, kHtml };
/// mesh: actors only; flow: with decisions, loops and error edges; actor: with params and results.
enum class GraphLevel : std::uint8_t { kMesh, kFlow, kActor };
std::string_view Name(GraphLevel level);

struct GraphOptions {
  GraphFormat format = GraphFormat::kDot;
  GraphLevel level = GraphLevel::kFlow;
  std::optional<TrafficCounts> counts = {};  ///< Laid over the picture.
  std::string deploy = {};                   ///< Whose settings of actors are told as data; empty: none.
  const source::SourceManager* sources = nullptr;  ///< For lines of the source; null: none are told.
  /// Where the source file lies, seen from the picture; empty: nowhere. None: at its name.
  std::function<std::string(source::FileId)> place_of = {};
};

/// The JSON Schema of what kJson writes.
std::string_view GraphSchema();

struct GraphText {
  std::string bytes;
  /// kMermaid, where one picture would be too large for its readers: `bytes` is an overview of these.
  std::vector<std::string> parts = {};
};
/// Where part number `part`, from 0, stands beside the overview at `path`: `a/support.part1.mmd`.
std::string PathOfPart(const std::string& path, std::size_t part);
struct GraphFailure {
  std::string reason;
};

/// The whole mesh as one picture (kHtml: a page with the pictures of all levels, which begins with the one
/// that is asked for), or the library's reason why it could not be drawn.
std::variant<GraphText, GraphFailure> RenderGraph(const ir::Mesh& mesh, const analysis::Facts& facts,
                                                  const GraphOptions& options);

/// What the counts tell that this mesh does not have: actors, arrows and points that another version had.
std::vector<std::string> FindUnknownTraffic(const TrafficCounts& counts, const ir::Mesh& mesh,
                                            const analysis::Facts& facts);

/// `graph/<flow>.{dot,mmd,json}`
ArtifactSet GenerateGraphs(const ir::Mesh& mesh, const analysis::Facts& facts);

}  // namespace meshc::codegen
