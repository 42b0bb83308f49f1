// What the mesh states against what the back ends that are wanted can make of it.
#pragma once

#include <string>
#include <vector>

#include "codegen/helm/helm.h"
#include "compiler/driver/compilation/compilation.h"

namespace meshc::driver {

/// True if `only`, the names of back ends, holds `backend` or nothing, which means all of them.
bool IsWanted(const std::vector<std::string>& only, std::string_view backend);

/// Why nothing can be told of the deploy that is asked for: there is none of its name. Empty: it can.
std::string RefuseDeploy(const std::string& deploy, const Compilation& compilation);

/// Lets each back end that is wanted report what it cannot keep.
void CheckBackends(const std::vector<std::string>& only, const codegen::ChartOptions& chart,
                   Compilation& compilation);

}  // namespace meshc::driver
