#include <utility>

#include "codegen/route_table/route_table.h"
#include "codegen/route_table/table_builder.h"
#include "mesh/route/table_digest.h"

namespace meshc::codegen {

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

mesh::route::TableData BuildTable(const ir::Mesh& mesh, const analysis::Facts& facts) {
  auto table = TableBuilder(mesh, facts).Build();
  const auto promises = BuildPromises(mesh, table);
  table.digest = mesh::route::TableDigest(table.View(), promises.View().former);
  return table;
}

}  // namespace meshc::codegen
