// `meshc run` by the built host.
#pragma once

#include <string>

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/compilation/compilation.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Hands the work to the host, which takes the place of meshc; refuses one that was built from another
/// route table than that of `compilation`. Yields the exit code.
int RunHost(const RunOptions& options, const Compilation& compilation, const std::string& flow, World& world);

}  // namespace meshc::driver
