#include "compiler/driver/compilation/check_backends.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/compilation/backends.h"

namespace meshc::driver {

bool IsWanted(const std::vector<std::string>& only, std::string_view backend) {
  return only.empty() || std::find(only.begin(), only.end(), backend) != only.end();
}

std::string RefuseDeploy(const std::string& deploy, const Compilation& compilation) {
  if (deploy.empty() || !compilation.program) return "";
  std::vector<std::string_view> names;
  for (const types::Deploy& known : compilation.program->declarations.deploys) names.push_back(known.name);
  if (std::find(names.begin(), names.end(), deploy) != names.end()) return "";
  const std::string_view nearest = diagnostics::Nearest(deploy, names).name;
  if (!nearest.empty()) return fmt::format("no deploy is called `{}`; did you mean `{}`?", deploy, nearest);
  return names.empty()
             ? fmt::format("no deploy is called `{}`; there is none", deploy)
             : fmt::format("no deploy is called `{}`; there are: {}", deploy, fmt::join(names, ", "));
}

void CheckBackends(const std::vector<std::string>& only, const codegen::ChartOptions& chart,
                   Compilation& compilation) {
  if (!compilation.program) return;
  const ir::Mesh* const mesh = compilation.mesh ? &*compilation.mesh : nullptr;
  for (const Backend& backend : Backends()) {
    if (backend.check != nullptr && IsWanted(only, backend.name))
      backend.check(compilation.program->declarations, mesh, chart, compilation.diagnostics);
  }
}

}  // namespace meshc::driver
