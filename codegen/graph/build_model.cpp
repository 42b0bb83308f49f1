#include "codegen/graph/build_model.h"

#include "codegen/graph/actor_model.h"
#include "codegen/graph/flow_model.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {

Model BuildModel(const ir::Mesh& mesh, const analysis::Facts& facts, GraphLevel level) {
  switch (level) {
    case GraphLevel::kMesh: return BuildActorModel(mesh, facts);
    case GraphLevel::kFlow: return FlowModels(mesh, facts, {}).Whole();
    case GraphLevel::kActor: return FlowModels(mesh, facts, {.signatures = true, .actions = true}).Whole();
  }
  NoSuchEnumerator();
}

}  // namespace meshc::codegen::graph
