#include "compiler/driver/check_backends.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/driver/backends.h"

namespace meshc::driver {
namespace {

/// The back ends that compile whatever deploys there are, as `--only` takes them.
std::string IndifferentBackends() {
  std::string names;
  for (const Backend& backend : Backends()) {
    if (backend.deploys == DeploySupport::kNotConcerned)
      names += (names.empty() ? "" : ",") + std::string(backend.name);
  }
  return names;
}

bool LacksDeploys(const std::vector<std::string>& only) {
  return std::any_of(Backends().begin(), Backends().end(), [&](const Backend& backend) {
    return backend.deploys == DeploySupport::kMissing && IsWanted(only, backend.name);
  });
}

}  // namespace

bool IsWanted(const std::vector<std::string>& only, std::string_view backend) {
  return only.empty() || std::find(only.begin(), only.end(), backend) != only.end();
}

void CheckBackends(const std::vector<std::string>& only, Compilation& compilation) {
  if (!compilation.program || !LacksDeploys(only)) return;
  for (const types::Deploy& deploy : compilation.program->declarations.deploys) {
    compilation.diagnostics
        .Report(diagnostics::diag::NotSupported, deploy.origin.range, diagnostics::Word{"`deploy`"})
        .AddNote("the chart would take nothing from it")
        .AddHelp("`--only " + IndifferentBackends() + "` compiles the rest");
  }
}

}  // namespace meshc::driver
