// The order of lowering: flows by name, then scenarios, then the numbers of points.
#include <llvm/ADT/SmallVector.h>

#include <utility>

#include "compiler/lower/flow_lowering.h"
#include "compiler/lower/lower.h"
#include "compiler/lower/lower_scenario.h"
#include "compiler/lower/restrict_plans.h"

namespace meshc::lower {
namespace {

void DeclareFlows(const sema::TypedProgram& program, ir::Mesh& mesh) {
  for (const sema::Flow& flow : program.flows) {
    ir::Flow declared;
    declared.name = flow.name;
    declared.envelope = flow.envelope;
    declared.sla_ns = flow.sla_ns;
    declared.origin = flow.origin;
    declared.header = flow.declaration->header;
    mesh.flows.Add(std::move(declared));
  }
}

}  // namespace

ir::Mesh LowerFlows(const sema::TypedProgram& program, const source::SourceManager& sources) {
  MeshDraft draft;
  draft.mesh.declarations = program.declarations;
  DeclareFlows(program, draft.mesh);
  for (types::FlowId flow : program.flows.ids()) FlowLowering(program, flow, draft).Run();
  for (const sema::Scenario& scenario : program.scenarios) {
    draft.mesh.scenarios.push_back(LowerScenario(program, scenario, sources, draft.mesh.expressions));
  }
  llvm::SmallVector<ir::PointId*, 16> entries;
  for (ir::Flow& flow : draft.mesh.flows) entries.push_back(&flow.entry);
  draft.mesh.points = std::move(draft.points).Finish(entries);
  RestrictPlans(draft.mesh);
  return std::move(draft.mesh);
}

}  // namespace meshc::lower
