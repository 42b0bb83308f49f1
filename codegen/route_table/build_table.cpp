#include <utility>

#include "codegen/common/contract_text.h"
#include "codegen/common/digest.h"
#include "codegen/route_table/route_table.h"
#include "codegen/route_table/table_builder.h"

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
  table_.digest = Digest(CanonicalText(table_.View()), 16);
  return std::move(table_);
}

mesh::route::TableData BuildTable(const ir::Mesh& mesh, const analysis::Facts& facts) {
  return TableBuilder(mesh, facts).Build();
}

}  // namespace meshc::codegen
