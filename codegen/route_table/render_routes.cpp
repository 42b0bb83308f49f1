#include <fmt/core.h>

#include <utility>

#include "codegen/common/contract_text.h"
#include "codegen/common/cpp_literals.h"
#include "codegen/common/printer.h"
#include "codegen/route_table/route_table.h"
#include "compiler/support/enumerator.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/route/table_json.h"

namespace meshc::codegen {
namespace {

std::vector<Holes> Concat(std::vector<Holes> first, const std::vector<Holes>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

namespace contract = mesh::contract;

constexpr std::string_view SpellNamed(contract::Named of) {
  switch (of) {
    case contract::Named::kActor: return "kActor";
    case contract::Named::kFlow: return "kFlow";
    case contract::Named::kField: return "kField";
    case contract::Named::kMember: return "kMember";
  }
  NoSuchEnumerator();
}

/// None: nothing has had another name.
std::vector<Holes> FormerNames(const contract::Promises& promises) {
  if (promises.former.size == 0) return {};
  std::vector<Holes> names;
  for (const contract::FormerName& each : promises.former) {
    names.push_back(Holes().Set("text", fmt::format("{{Named::{}, {}, {}sv}}", SpellNamed(each.of),
                                                    each.entry, CppString(each.name))));
  }
  std::vector<Holes> renamed(1);
  renamed[0].Set("names", std::move(names));
  return renamed;
}

std::string RenderTable(const contract::RouteTable& table, const contract::Promises& promises) {
  Holes holes;
  holes.Set("mesh", std::string(table.mesh));
  holes.Set("mesh_literal", CppString(table.mesh));
  holes.Set("digest_literal", CppString(table.digest));
  holes.Set("arrays", Concat(ArrayDefinitions(table.pool), ArrayDefinitions(table)));
  holes.Set("pool", ArrayInitialisers(table.pool));
  holes.Set("table", ArrayInitialisers(table));
  holes.Set("renamed", FormerNames(promises));
  return RenderTemplate("route_table.cpp", holes);
}

}  // namespace

std::string PrintRoutes(const mesh::contract::RouteTable& table, const mesh::contract::Promises& promises) {
  return mesh::compatibility::AddPromises(mesh::route::WriteTableJson(table), promises);
}

std::string PrintHostRoutes(const mesh::contract::RouteTable& table, mesh::contract::Promises promises) {
  promises.deploys = {};
  promises.lanes = {};
  return PrintRoutes(table, promises);
}

ArtifactSet RenderRoutes(const mesh::route::TableData& table, const mesh::contract::Promises& promises,
                         const mesh::deterministic::ScenarioSet& scenarios) {
  ArtifactSet artifacts;
  artifacts["routes/route_table.cpp"].content = RenderTable(table.View(), promises);
  artifacts["routes/routes.json"].content = PrintHostRoutes(table.View(), promises);
  artifacts["routes/current"].content = table.digest + "\n";
  // A generated file changes with what it declares, not with a line that moves in the flow.
  artifacts["routes/scenarios.json"].content =
      mesh::deterministic::WriteScenarios(scenarios, mesh::deterministic::Lines::kLeftOut);
  return artifacts;
}

std::pair<std::string, Artifact> RenderReleased(const mesh::contract::RouteTable& table,
                                                const mesh::contract::Promises& promises) {
  Artifact artifact;
  artifact.content = RenderTable(table, promises);
  return {fmt::format("routes/released/{}.cpp", table.digest), std::move(artifact)};
}

}  // namespace meshc::codegen
