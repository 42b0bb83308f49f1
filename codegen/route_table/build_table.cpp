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
std::string DigestOf(mesh::contract::RouteTable table) {
  std::vector<mesh::contract::Actor> actors(table.actors.begin(), table.actors.end());
  for (mesh::contract::Actor& actor : actors) actor.concurrency = mesh::contract::Actor{}.concurrency;
  table.actors.data = actors.data();
  table.digest = {};
  return Digest(mesh::route::WriteTableJson(table), 16);
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
  table_.digest = DigestOf(table_.View());
  return std::move(table_);
}

std::string TableDigest(const mesh::contract::RouteTable& table) { return DigestOf(table); }

mesh::route::TableData BuildTable(const ir::Mesh& mesh, const analysis::Facts& facts) {
  return TableBuilder(mesh, facts).Build();
}

}  // namespace meshc::codegen
