#include "compiler/driver/compilation/backends.h"

#include "codegen/cpp/cpp.h"
#include "codegen/graph/graph.h"
#include "codegen/route_table/route_table.h"
#include "codegen/schema/schema.h"

namespace meshc::driver {

namespace {

codegen::ArtifactSet RenderRoutes(const BackendInput& in) {
  codegen::ArtifactSet artifacts = codegen::RenderRoutes(in.table, in.promises.View(), in.scenarios);
  for (const mesh::contract::Version& version : in.released)
    artifacts.insert(codegen::RenderReleased(*version.table, version.promises));
  return artifacts;
}

codegen::ArtifactSet GenerateChart(const BackendInput& in) {
  const mesh::contract::RouteTable own = in.table.View();
  std::vector<codegen::ChartTable> tables;
  const auto add = [&](const mesh::contract::Version& version) {
    tables.push_back({version, codegen::PrintHostRoutes(*version.table, version.promises)});
  };
  add({&own, in.promises.View()});
  for (const mesh::contract::Version& version : in.released) add(version);
  return codegen::GenerateChart(in.mesh, in.chart, tables);
}

}  // namespace

std::span<const Backend> Backends() {
  static constexpr Backend kBackends[] = {
      {"cpp",
       [](const BackendInput& in) {
         return codegen::GenerateCpp(in.mesh, in.facts, in.sources,
                                     {.table_digest = in.table.digest, .actors = in.actors});
       }},
      {"routes", RenderRoutes},
      {"helm", GenerateChart, codegen::CheckChart},
      {"graph", [](const BackendInput& in) { return codegen::GenerateGraphs(in.mesh, in.facts); }},
      {"schema", [](const BackendInput& in) { return codegen::GenerateSchemas(in.mesh, in.facts); },
       [](const types::Declarations& declarations, const ir::Mesh*, const codegen::ChartOptions&,
          diagnostics::Diagnostics& diagnostics) { codegen::CheckSchemas(declarations, diagnostics); }},
  };
  return kBackends;
}

}  // namespace meshc::driver
