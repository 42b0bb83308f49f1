#include "tests/property/pipeline.h"

#include <map>
#include <optional>
#include <stdexcept>

#include "codegen/route_table/route_table.h"
#include "compiler/loading/load_files.h"
#include "compiler/lower/lower.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/envelope/stops.h"

namespace meshc::property {
namespace {

mesh::actor::Outcome ToOutcome(Outcome outcome, const std::string& actor) {
  if (auto* values = std::get_if<mesh::ValueList>(&outcome)) return mesh::actor::Results{std::move(*values)};
  if (const auto* chosen = std::get_if<Chosen>(&outcome)) return mesh::actor::Choice{chosen->label};
  if (auto* planned = std::get_if<Planned>(&outcome)) return mesh::actor::Plan{std::move(planned->steps)};
  const auto& raised = std::get<Raised>(outcome);
  return mesh::Error{
      .name = raised.error, .message = raised.message, .actor = actor, .detail = {}, .by_raise = false};
}

types::ActorId FindActor(const types::Declarations& declarations, std::string_view name) {
  for (const auto id : declarations.actors.ids()) {
    if (declarations.actors[id].name == name) return id;
  }
  throw std::logic_error("the table names an unknown actor");
}

/// How `main` has ended.
void Observe(const Compilation& c, const mesh::Envelope& envelope, Observation& observation) {
  const auto& status = envelope.status;
  observation.outcome = status.phase == mesh::Phase::kSucceeded
                            ? "succeeded"
                            : "failed " + status.error.value_or(mesh::Error{}).name;
  const auto& flow = c.program->flows[FindFlow(*c.program, "main")];
  observation.payload = PrintPayload(c.mesh.declarations.envelopes[flow.envelope], envelope.payload);
}

}  // namespace

bool Compile(const std::string& text, Compilation& c) {
  const auto root = c.sources.Add("random.flow", text);
  auto files = loading::LoadFiles(c.sources, root, source::DiskFileSystem(), {}, c.diagnostics);
  c.program = sema::Check(std::move(files), c.sources, source::DiskFileSystem(), c.diagnostics);
  if (c.diagnostics.HasErrors()) return false;
  c.mesh = lower::LowerFlows(*c.program, c.sources);
  for (const std::string& violation : ir::Verify(c.mesh)) throw std::logic_error("verify: " + violation);
  c.facts = analysis::Analyze(c.mesh, c.diagnostics);
  return !c.diagnostics.HasErrors();
}

types::FlowId FindFlow(const sema::TypedProgram& program, std::string_view name) {
  for (const auto id : program.flows.ids()) {
    if (program.flows[id].name == name) return id;
  }
  throw std::logic_error("no such flow");
}

PipelineRun RunPipeline(const Compilation& c, mesh::ValueList fields, Behaviour& behaviour,
                        const Signals& signals) {
  const auto table = codegen::BuildTable(c.mesh, c.facts);
  const auto view = table.View();
  const mesh::route::Router router(view);
  PipelineRun result;
  Observation& observation = result.observation;
  const auto responder = [&](mesh::contract::Index actor, const mesh::route::Arguments& arguments,
                             const mesh::Envelope& envelope) -> mesh::deterministic::Answer {
    const std::string name(view.actors[actor].name);
    observation.visits.push_back(PrintVisit(name, arguments, envelope.status.updated_at_ns));
    const auto before = mesh::ExpandStops(envelope.route.prev);
    const char* first = envelope.parent_id.empty() ? "main/start" : "";  // A copy does not know.
    result.hops.emplace(before.empty() ? first : before.back(), name);
    Reply reply = behaviour.Answer(FindActor(c.mesh.declarations, name), arguments);
    return {ToOutcome(std::move(reply.outcome), name), reply.takes_ns};
  };
  mesh::Envelope envelope;
  envelope.id = "e";
  envelope.payload = std::move(fields);
  std::map<std::string, std::size_t, std::less<>> taken;
  const auto signal = [&](std::string_view name) -> std::optional<mesh::Value> {
    const auto sent = signals.find(std::string(name));
    const std::size_t number = taken[std::string(name)]++;
    if (sent == signals.end() || number >= sent->second.size()) return std::nullopt;
    return sent->second[number];
  };
  const auto run = mesh::deterministic::Simulate(router, router.FindFlow("main"), std::move(envelope),
                                                 responder, {.signal = signal});
  Observe(c, run.envelope, observation);
  return result;
}

Observation RunScenarioOf(const Compilation& c) {
  const auto table = codegen::BuildTable(c.mesh, c.facts);
  const auto scenarios = codegen::BuildScenarios(c.mesh, table, c.sources);
  const auto results =
      mesh::deterministic::RunScenarios(table.View(), scenarios, [](const std::string&) { return true; });
  Observation observation;
  observation.visits = results.front().visits;
  Observe(c, results.front().envelope, observation);
  return observation;
}

}  // namespace meshc::property
