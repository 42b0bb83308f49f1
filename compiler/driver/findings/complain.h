// One sentence on why a command cannot do what it is asked for.
#pragma once

#include <string>

#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Writes `meshc: MESSAGE` to standard error; the exit code of wrong usage.
int Complain(const std::string& message, World& world);

}  // namespace meshc::driver
