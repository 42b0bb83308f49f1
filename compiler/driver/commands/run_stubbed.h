// `meshc run --stub`: zero values for every call, a virtual clock, counted ids.
#pragma once

#include <string>

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/compilation/compilation.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Runs the inputs in this process. Yields the exit code.
int RunStubbed(const RunOptions& options, const Compilation& compilation, const std::string& flow,
               World& world);

}  // namespace meshc::driver
