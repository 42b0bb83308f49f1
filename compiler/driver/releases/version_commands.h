// The commands that compare versions. Each returns the exit code and throws only where meshc is wrong.
#pragma once

#include "compiler/driver/command_line/version_options.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

int RunCommand(const CompatOptions& options, World& world);
int RunCommand(const DiffOptions& options, World& world);
int RunCommand(const LockOptions& options, World& world);

}  // namespace meshc::driver
