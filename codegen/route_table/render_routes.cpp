#include "codegen/common/contract_text.h"
#include "codegen/common/cpp_literals.h"
#include "codegen/common/printer.h"
#include "codegen/route_table/route_table.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/route/table_json.h"

namespace meshc::codegen {
namespace {

std::vector<Holes> Concat(std::vector<Holes> first, const std::vector<Holes>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::string RenderTable(const mesh::contract::RouteTable& table) {
  Holes holes;
  holes.Set("mesh", std::string(table.mesh));
  holes.Set("mesh_literal", CppString(table.mesh));
  holes.Set("digest_literal", CppString(table.digest));
  holes.Set("arrays", Concat(ArrayDefinitions(table.pool), ArrayDefinitions(table)));
  holes.Set("pool", ArrayInitialisers(table.pool));
  holes.Set("table", ArrayInitialisers(table));
  return RenderTemplate("route_table.cpp", holes);
}

}  // namespace

std::string PrintRoutes(const mesh::contract::RouteTable& table, const mesh::contract::Promises& promises) {
  return mesh::compatibility::AddPromises(mesh::route::WriteTableJson(table), promises);
}

ArtifactSet RenderRoutes(const mesh::route::TableData& table, const mesh::contract::Promises& promises,
                         const mesh::deterministic::ScenarioSet& scenarios) {
  // What is deployed where changes no program.
  mesh::contract::Promises own = promises;
  own.deploys = {};
  ArtifactSet artifacts;
  artifacts["routes/route_table.cpp"].content = RenderTable(table.View());
  artifacts["routes/routes.json"].content = PrintRoutes(table.View(), own);
  // A generated file changes with what it declares, not with a line that moves in the flow.
  artifacts["routes/scenarios.json"].content =
      mesh::deterministic::WriteScenarios(scenarios, mesh::deterministic::Lines::kLeftOut);
  return artifacts;
}

}  // namespace meshc::codegen
