// A picture as a value: what is drawn, before any format. All decisions are taken here.
//
// Ids are the names of actors (mesh level) or of program points, so that counts and changes can
// be laid over a picture later.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/graph/counts.h"
#include "compiler/source/source_range.h"

namespace meshc::codegen::graph {

using Index = std::uint32_t;
inline constexpr Index kNone = std::numeric_limits<Index>::max();

enum class NodeKind : std::uint8_t {
  kStart,
  kSuccess,
  kFailure,
  kProcessor,
  kRouter,
  kDecision,
  kAction,
  kFlowCall,
  kFreshCall,  ///< Of a flow on a payload of its own.
  kFork,       ///< Where copies of the envelope start: `parallel` or `each`.
  kJoin,       ///< Where they meet.
  kPark,       ///< Where the envelope waits for a value from outside.
  kTap,        ///< Where a copy is sent aside.
  kFinally,    ///< Where every way into a `finally` arrives.
  kPart,       ///< A picture of its own, in the overview of one that is too large.
};

struct Node {
  std::string id;
  NodeKind kind = NodeKind::kProcessor;
  std::string label;
  std::vector<std::string> details;      ///< Smaller lines below the label.
  std::string tooltip;                   ///< Plain text, may be empty.
  Index region = kNone;                  ///< Innermost; none: outside all.
  std::uint32_t order = 0;               ///< Where it stands among others of its region: as in the source.
  std::string actor = {};                ///< Who is visited there; empty: nobody.
  source::SourceRange origin = {};       ///< What it was made of.
  std::string link = {};                 ///< To its line in the source; empty: none.
  std::optional<VisitCounts> load = {};  ///< What passed it; none: nobody has counted.
};

enum class EdgeKind : std::uint8_t {
  kNext,
  kBack,      ///< Leads to where control has been before.
  kOptional,  ///< To a branch that a join does not need.
  kTap,       ///< A copy goes there, nothing comes back.
  kError,     ///< An error that is raised here; at the mesh level one that the actor declares.
  kAnyError,  ///< Whatever error arises in the region `from_region`, or else at the node.
  kUndo,      ///< To the actor that takes back what a call has done.
  kUnknown,   ///< Was taken, but is not in the mesh.
};

/// An error and the program points at which it arises.
struct Raised {
  std::string error;
  std::vector<std::string> points;
};

struct Edge {
  Index from = kNone;
  Index to = kNone;
  EdgeKind kind = EdgeKind::kNext;
  std::string label;
  Index from_region = kNone;                ///< kAnyError only.
  std::vector<Raised> raised = {};          ///< kAnyError from a region: the named errors, each by itself.
  std::optional<std::uint64_t> taken = {};  ///< How often; none: nobody knows.
};

enum class RegionKind : std::uint8_t { kFlow, kLoop, kTry, kSaga, kFinally };

/// A frame around nodes. Regions nest.
struct Region {
  std::string id;
  RegionKind kind = RegionKind::kFlow;
  std::string label;
  std::string tooltip;
  Index parent = kNone;
  bool is_entry = false;  ///< kFlow: no other flow calls it.
};

struct Model {
  std::string mesh;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Region> regions;
};

/// True if `region` is `outer` or stands inside it.
bool IsInside(const std::vector<Region>& regions, Index region, Index outer);

/// The names of the kinds, as JSON and ids of styles spell them.
std::string_view Name(NodeKind kind);
std::string_view Name(EdgeKind kind);
std::string_view Name(RegionKind kind);

}  // namespace meshc::codegen::graph
