#include "codegen/graph/build_model.h"

#include "codegen/graph/actor_model.h"
#include "codegen/graph/flow_model.h"

namespace meshc::codegen::graph {

Model BuildModel(const ir::Mesh& mesh, const analysis::Facts& facts, GraphLevel level,
                 std::optional<types::FlowId> only) {
  switch (level) {
    case GraphLevel::kMesh: return BuildActorModel(mesh, facts, only);
    case GraphLevel::kFlow: return BuildFlowModel(mesh, facts, {}, only);
    case GraphLevel::kActor: return BuildFlowModel(mesh, facts, {.signatures = true, .actions = true}, only);
  }
  return {};
}

}  // namespace meshc::codegen::graph
