// How one program point looks.
#pragma once

#include <optional>

#include "codegen/graph/model.h"
#include "compiler/analysis/trace/openers.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

struct FlowDetail {
  bool signatures = false;  ///< Params and results of actors.
  bool actions = false;     ///< `set` statements.
};

/// True if the point is a node of its own in pictures of flows.
bool IsDrawn(const ir::Point& point, const FlowDetail& detail);

/// The node of a drawn point, outside all frames yet.
Node PointNode(const ir::Mesh& mesh, const analysis::Openers& openers, ir::PointId id,
               const FlowDetail& detail);

/// The node of the actor that takes back what the call at this point has done; none: nobody does.
std::optional<Node> UndoNode(const ir::Mesh& mesh, ir::PointId id);

/// True if no other flow calls it: that is where envelopes enter the mesh.
bool IsEntry(const ir::Flow& flow);

/// The node of an actor, under its own name.
Node ActorNode(const types::Actor& actor);

}  // namespace meshc::codegen::graph
