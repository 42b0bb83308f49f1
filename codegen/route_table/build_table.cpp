#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "codegen/route_table/table_builder.h"
#include "compiler/support/digest.h"
#include "mesh/route/table_json.h"

namespace meshc::codegen {
namespace {

/// Made of the form that other languages read. How many calls of an actor run at once is a matter of
/// hosts: no envelope fares differently by it.
std::string DigestOf(mesh::contract::RouteTable table,
                     mesh::contract::Array<mesh::contract::FormerName> former) {
  std::vector<mesh::contract::Actor> actors(table.actors.begin(), table.actors.end());
  for (mesh::contract::Actor& actor : actors) actor.concurrency = mesh::contract::Actor{}.concurrency;
  table.actors.data = actors.data();
  table.digest = {};
  std::string text = mesh::route::WriteTableJson(table);
  for (const mesh::contract::FormerName& each : former) {
    using mesh::contract::Named;
    if (each.of == Named::kMember) text += fmt::format("member {} was {}\n", each.entry, each.name);
    if (each.of == Named::kField) text += fmt::format("field {} was {}\n", each.entry, each.name);
  }
  return Digest(text, 16);
}

}  // namespace

mesh::route::TableData TableBuilder::Build() {
  table_.mesh = mesh_.declarations.mesh;
  AddEnvelopes();
  AddErrors();
  AddActors();
  AddFlows();
  AddLoops();
  AddPoints();
  table_.pool = std::move(pool_.pool());
  return std::move(table_);
}

std::string TableDigest(const mesh::contract::RouteTable& table,
                        mesh::contract::Array<mesh::contract::FormerName> former) {
  return DigestOf(table, former);
}

mesh::route::TableData BuildTable(const ir::Mesh& mesh, const analysis::Facts& facts) {
  auto table = TableBuilder(mesh, facts).Build();
  const auto promises = BuildPromises(mesh, table);
  table.digest = TableDigest(table.View(), promises.View().former);
  return table;
}

}  // namespace meshc::codegen
