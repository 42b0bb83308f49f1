// The order of lowering: flows by name, then scenarios, then the numbers of points.
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

#include <string_view>
#include <utility>
#include <vector>

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

/// A flow that cannot be trusted: an end and nothing else, on an envelope without fields.
void LowerNothing(types::FlowId id, types::EnvelopeId nothing, MeshDraft& draft) {
  ir::Flow& flow = draft.mesh.flows[id];
  flow.envelope = nothing;
  flow.called_on_same_envelope = true;
  flow.entry = draft.points.NewLabel();
  draft.points.Use(flow.entry);
  draft.points.Place(flow.entry);
  draft.points.Emit({flow.name + "/end", id, ir::Return{}, std::nullopt, flow.origin.range, true});
}

/// What is called on the caller's envelope starts with what callers know, those left out included, and
/// those that are missing.
void MarkCalled(const sema::TypedProgram& program, ir::Mesh& mesh) {
  for (ir::Flow& flow : mesh.flows) flow.called_on_same_envelope |= program.lacks_text;
  const auto mark = [&](const sema::CallFacts& call) {
    if (call.flow.has_value() && !call.own_envelope) mesh.flows[call.flow].called_on_same_envelope = true;
  };
  for (const sema::CallFacts& call : program.calls) mark(call);
  for (const sema::FollowFacts& follow : program.follows) {
    for (const sema::CallFacts& step : follow.steps) mark(step);
  }
}

/// A misspelled call may be one of a flow: then that one is not entered from outside either.
void MarkMeant(const sema::TypedProgram& program, ir::Mesh& mesh) {
  int looked_up = 0;
  constexpr int kMostLookups = 100;
  std::vector<std::string_view> names;
  for (const ir::Flow& flow : mesh.flows) names.push_back(flow.name);
  for (const auto& [statement, damage] : program.damaged) {
    const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(statement);
    if (chain == nullptr) continue;
    for (const syntax::Call& call : chain->calls) {
      const sema::CallFacts& facts = program.FactsOf(call);
      if (facts.actor.has_value() || facts.flow.has_value() || looked_up++ >= kMostLookups) continue;
      const std::string_view meant = diagnostics::Nearest(call.callee.name.text, names).name;
      for (ir::Flow& flow : mesh.flows) flow.called_on_same_envelope |= flow.name == meant;
    }
  }
}

ir::Mesh Finish(MeshDraft draft) {
  llvm::SmallVector<ir::PointId*, 16> entries;
  for (ir::Flow& flow : draft.mesh.flows) entries.push_back(&flow.entry);
  draft.mesh.points = std::move(draft.points).Finish(entries);
  RestrictPlans(draft.mesh);
  return std::move(draft.mesh);
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
  return Finish(std::move(draft));
}

ir::Mesh LowerWithGaps(const sema::TypedProgram& program) {
  MeshDraft draft;
  draft.mesh.declarations = program.declarations;
  DeclareFlows(program, draft.mesh);
  const types::EnvelopeId nothing = draft.mesh.declarations.envelopes.Add({});
  for (types::FlowId flow : program.flows.ids()) {
    if (program.flows[flow].health != sema::Health::kLost)
      FlowLowering(program, flow, draft).Run();
    else
      LowerNothing(flow, nothing, draft);
  }
  MarkCalled(program, draft.mesh);
  MarkMeant(program, draft.mesh);
  return Finish(std::move(draft));
}

}  // namespace meshc::lower
