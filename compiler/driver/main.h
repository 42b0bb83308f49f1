// The whole program, with the world as a parameter.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Runs one command line (without the program's name) and returns the exit code of `exit_code.h`.
/// Nothing is thrown: what escapes a command is reported as a bug of meshc.
int Main(const std::vector<std::string>& arguments, World& world);

}  // namespace meshc::driver
