// The mesh as text: flows with their points, then scenarios.
#include <fmt/format.h>

#include <iterator>

#include "compiler/ir/mesh.h"
#include "compiler/ir/print_constant.h"
#include "compiler/ir/print_point.h"
#include "compiler/support/enumerator.h"

namespace meshc::ir {
namespace {

using PointsByFlow = std::vector<std::vector<PointId>>;

PointsByFlow GroupPoints(const Mesh& mesh) {
  PointsByFlow groups(mesh.flows.size());
  for (PointId point : mesh.points.ids()) groups[mesh.points[point].flow.index].push_back(point);
  return groups;
}

void PrintLoops(const Mesh& mesh, types::FlowId flow, std::string& text) {
  for (LoopId loop : mesh.loops.ids()) {
    if (mesh.loops[loop].flow != flow) continue;
    text += fmt::format("  loop {} {} max {}\n", loop.index, mesh.loops[loop].name, mesh.loops[loop].max);
  }
}

void PrintFlow(const Mesh& mesh, types::FlowId id, const std::vector<PointId>& points, std::string& text) {
  const Flow& flow = mesh.flows[id];
  auto out = std::back_inserter(text);
  // After errors only: its name alone could be read.
  const std::string& envelope = mesh.declarations.envelopes[flow.envelope].name;
  fmt::format_to(out, "\nflow {}", flow.name);
  text += envelope.empty() ? " of which nothing is known" : " on " + envelope;
  if (flow.sla_ns > 0) fmt::format_to(out, " sla {}", PrintDuration(flow.sla_ns));
  if (flow.called_on_same_envelope && !envelope.empty()) text += " called";
  fmt::format_to(out, " starts at #{}\n", flow.entry.index);
  PrintLoops(mesh, id, text);
  for (PointId point : points) {
    fmt::format_to(out, "  #{} {}\n     {}\n", point.index, mesh.points[point].name,
                   PrintPoint(mesh, mesh.points[point]));
  }
}

std::string PrintAnswer(const Mesh& mesh, const types::Actor& actor, const StubAnswer& answer) {
  switch (answer.kind) {
    case StubAnswer::Kind::kReturns: {
      std::string text = "returns";
      for (std::size_t i = 0; i < answer.results.size(); ++i) {
        if (answer.results[i])
          text += fmt::format(" {}: {}", actor.results[i].name, PrintConstant(*answer.results[i]));
      }
      return text;
    }
    case StubAnswer::Kind::kRaises:
      return fmt::format("raises {}({})", mesh.declarations.errors[answer.error].name, Quote(answer.message));
    case StubAnswer::Kind::kChooses: return fmt::format("chooses {}", actor.labels[answer.label].name);
    case StubAnswer::Kind::kFollows: return fmt::format("follows [{}]", fmt::join(answer.steps, ", "));
  }
  NoSuchEnumerator();
}

void PrintStub(const Mesh& mesh, const Stub& stub, types::EnvelopeId envelope, std::string& text) {
  const types::Actor& actor = mesh.declarations.actors[stub.actor];
  text += "  stub " + actor.name;
  if (stub.when.has_value()) text += " when " + PrintExpression(mesh, stub.when, envelope);
  text += '\n';
  for (const StubAnswer& answer : stub.answers) {
    text += "    " + PrintAnswer(mesh, actor, answer);
    if (answer.times > 0) text += fmt::format(" times {}", answer.times);
    if (answer.takes_ns > 0) text += fmt::format(" takes {}", PrintDuration(answer.takes_ns));
    text += '\n';
  }
}

void PrintExpectations(const Mesh& mesh, const Scenario& scenario, std::string& text) {
  const Flow& flow = mesh.flows[scenario.flow];
  const auto& fields = mesh.declarations.envelopes[flow.envelope].fields;
  if (scenario.visits) {
    text += "  visits";
    for (types::ActorId actor : *scenario.visits) text += ' ' + mesh.declarations.actors[actor].name;
    text += '\n';
  }
  text += scenario.outcome.has_value()
              ? fmt::format("  outcome failed {}\n", mesh.declarations.errors[scenario.outcome].name)
              : "  outcome succeeded\n";
  for (const Expectation& one : scenario.expectations) {
    text += fmt::format("  expect {}\n", PrintExpression(mesh, one.condition, flow.envelope));
  }
  for (std::uint32_t slot : scenario.absent) text += fmt::format("  absent {}\n", fields[slot].name);
  if (scenario.max_hops) text += fmt::format("  hops <= {}\n", *scenario.max_hops);
}

void PrintScenario(const Mesh& mesh, const Scenario& scenario, std::string& text) {
  const Flow& flow = mesh.flows[scenario.flow];
  const auto& fields = mesh.declarations.envelopes[flow.envelope].fields;
  text += fmt::format("\nscenario {} for {}\n", Quote(scenario.title), flow.name);
  for (const auto& [slot, value] : scenario.given) {
    text += fmt::format("  given {}: {}\n", fields[slot].name, PrintConstant(value));
  }
  for (const Stub& stub : scenario.stubs) PrintStub(mesh, stub, flow.envelope, text);
  for (const auto& [name, value] : scenario.signals) {
    text += fmt::format("  signal {} {}\n", name, PrintConstant(value));
  }
  PrintExpectations(mesh, scenario, text);
}

}  // namespace

std::string Print(const Mesh& mesh) {
  std::string text = fmt::format("mesh {}\n", mesh.declarations.mesh);
  PointsByFlow points = GroupPoints(mesh);
  for (types::FlowId flow : mesh.flows.ids()) PrintFlow(mesh, flow, points[flow.index], text);
  for (const Scenario& scenario : mesh.scenarios) PrintScenario(mesh, scenario, text);
  return text;
}

}  // namespace meshc::ir
