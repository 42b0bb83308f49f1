// What compilations found: settled by the user's wishes, then written to where they are wanted.
#pragma once

#include <vector>

#include "compiler/driver/compilation.h"
#include "compiler/driver/options.h"
#include "compiler/driver/world.h"

namespace meshc::driver {

/// Applies `@allow`, -W and -Werror, and sorts by place. After this, `HasErrors` decides.
void Settle(const CommonOptions& options, Compilation& compilation);

/// Writes the findings of all compilations to `err` and to the sinks. Returns the exit code so
/// far: clean, findings, or usage if a file could not be read or written.
int Report(const CommonOptions& options, const std::vector<const Compilation*>& compilations, World& world);

}  // namespace meshc::driver
