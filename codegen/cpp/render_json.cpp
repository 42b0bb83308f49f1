#include <fmt/core.h>

#include "codegen/common/contract_text.h"
#include "codegen/common/error_details.h"
#include "codegen/common/naming.h"
#include "codegen/common/pool_builder.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

Holes Item(const std::string& name, contract::Index type) {
  return Holes().Set("name", CppTypeName(name)).Set("index", fmt::format("{}", type));
}

}  // namespace

void RenderJson(const CppModel& model, const types::Declarations& source, ArtifactSet& artifacts) {
  // A copy, so that types which nothing mentions can be given numbers too.
  types::Declarations declarations = source;
  PoolBuilder pool(declarations);
  std::vector<Holes> types;
  for (const auto id : declarations.enums.ids()) {
    types.push_back(Item(declarations.enums[id].name, pool.AddType(declarations.types.Enum(id))));
  }
  const std::vector<bool> is_detail = FindErrorDetails(declarations);
  for (const auto id : declarations.records.ids()) {
    if (is_detail[id.index]) continue;
    types.push_back(Item(declarations.records[id].name, pool.AddType(declarations.types.Record(id))));
  }
  for (const auto id : declarations.unions.ids()) {
    types.push_back(Item(declarations.unions[id].name, pool.AddType(declarations.types.Union(id))));
  }
  const contract::Pool view = pool.pool().View();
  Holes holes = MeshHoles(model).Set("types", std::move(types));
  holes.Set("arrays", ArrayDefinitions(view)).Set("pool", ArrayInitialisers(view));
  AddGenerated(fmt::format("include/{}/json.h", model.folder), RenderTemplate("json.h", holes), artifacts);
  AddGenerated(fmt::format("src/{}/json.cpp", model.folder), RenderTemplate("json.cpp", holes), artifacts);
}

}  // namespace meshc::codegen
