// Scenarios against the mesh that they test.
#include <fmt/format.h>

#include "compiler/ir/verify_parts.h"

namespace meshc::ir {
namespace {

bool StubFits(const Mesh& mesh, const Stub& stub) {
  if (stub.actor.index >= mesh.declarations.actors.size()) return false;
  if (stub.when.has_value() && stub.when.index >= mesh.expressions.size()) return false;
  const types::Actor& actor = mesh.declarations.actors[stub.actor];
  for (const StubAnswer& answer : stub.answers) {
    switch (answer.kind) {
      case StubAnswer::Kind::kReturns:
        if (answer.results.size() != actor.results.size()) return false;
        break;
      case StubAnswer::Kind::kRaises:
        if (answer.error.index >= mesh.declarations.errors.size()) return false;
        break;
      case StubAnswer::Kind::kChooses:
        if (answer.label >= actor.labels.size()) return false;
        break;
      case StubAnswer::Kind::kFollows: break;
    }
  }
  return true;
}

void VerifyScenario(const Mesh& mesh, const Scenario& scenario, Problems& problems) {
  auto complain = [&](const char* what) {
    problems.push_back(fmt::format("scenario \"{}\": {}", scenario.title, what));
  };
  if (scenario.flow.index >= mesh.flows.size()) return complain("tests no flow");
  std::size_t fields = mesh.declarations.envelopes[mesh.flows[scenario.flow].envelope].fields.size();
  for (const auto& [slot, value] : scenario.given) {
    if (slot >= fields) complain("gives no field");
  }
  for (std::uint32_t slot : scenario.absent) {
    if (slot >= fields) complain("expects no field to be absent");
  }
  for (const Stub& stub : scenario.stubs) {
    if (!StubFits(mesh, stub)) complain("has a stub that does not fit its actor");
  }
  for (const Expectation& expectation : scenario.expectations) {
    if (expectation.condition.index >= mesh.expressions.size()) complain("expects nothing");
  }
}

}  // namespace

void VerifyScenarios(const Mesh& mesh, Problems& problems) {
  for (const Scenario& scenario : mesh.scenarios) VerifyScenario(mesh, scenario, problems);
}

}  // namespace meshc::ir
