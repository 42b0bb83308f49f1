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
#include "tests/property/branch_orders.h"

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

bool MayMiss(const mesh::contract::RouteTable& table, const mesh::Envelope& envelope) {
  for (const mesh::Frame& frame : envelope.route.frames) {
    const auto* branch = std::get_if<mesh::BranchFrame>(&frame);
    if (branch == nullptr || branch->join == mesh::contract::kNone) continue;
    for (const mesh::contract::Point& point : table.points) {
      if (point.fork == mesh::contract::kNone || point.next != branch->join) continue;
      const mesh::contract::Fork& fork = table.forks[point.fork];
      if (fork.wait != mesh::contract::Wait::kAll || fork.timeout_ns > 0) return true;
    }
  }
  return false;
}

}  // namespace

void Observe(const Compilation& c, const mesh::Envelope& envelope, Observation& observation) {
  const auto& status = envelope.status;
  observation.outcome = status.phase == mesh::Phase::kSucceeded
                            ? "succeeded"
                            : "failed " + status.error.value_or(mesh::Error{}).name;
  const auto& flow = c.program->flows[FindFlow(*c.program, "main")];
  observation.payload = PrintPayload(c.mesh.declarations.envelopes[flow.envelope], envelope.payload);
}

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
    auto outcome = ToOutcome(std::move(reply.outcome), name);
    result.visited.push_back({.envelope = envelope.id,
                              .text = observation.visits.back(),
                              .outcome = outcome,
                              .takes_ns = reply.takes_ns,
                              .may_miss = MayMiss(view, envelope)});
    return {std::move(outcome), reply.takes_ns};
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
  EffectNotes effects;
  BranchOrders orders(view);
  auto run =
      mesh::deterministic::Simulate(router, router.FindFlow("main"), std::move(envelope), responder,
                                    {.idempotency = &effects, .signal = signal, .observers = {&orders}});
  Observe(c, run.envelope, observation);
  result.end = std::move(run.envelope);
  result.effects = effects.notes();
  result.one_order = orders.one_order();
  for (Visited& visited : result.visited) visited.is_late = orders.IsLate(visited.envelope);
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
