#include "compiler/driver/backends.h"

#include "codegen/cpp/cpp.h"
#include "codegen/graph/graph.h"
#include "codegen/route_table/route_table.h"
#include "codegen/schema/schema.h"

namespace meshc::driver {

const std::array<Backend, 5>& Backends() {
  static const std::array<Backend, 5> backends{{
      {"cpp",
       [](const BackendInput& in) {
         return codegen::GenerateCpp(in.mesh, in.facts, in.sources,
                                     {.table_digest = in.table.digest, .actors = in.actors});
       }},
      {"routes",
       [](const BackendInput& in) {
         return codegen::RenderRoutes(in.table, in.promises.View(), in.scenarios);
       }},
      {"helm", [](const BackendInput& in) { return codegen::GenerateChart(in.mesh, in.chart); },
       codegen::CheckChart},
      {"graph", [](const BackendInput& in) { return codegen::GenerateGraphs(in.mesh, in.facts); }},
      {"schema", [](const BackendInput& in) { return codegen::GenerateSchemas(in.mesh, in.facts); }},
  }};
  return backends;
}

}  // namespace meshc::driver
