// What compilations found: settled by the user's wishes, then written to where they are wanted.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/compilation/compilation.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

/// Applies `@allow`, -W and -Werror, and sorts by place. After this, `HasErrors` decides.
void Settle(const CommonOptions& options, Compilation& compilation);

/// Whether a command prints data of its own on standard output, where findings for machines would go.
enum class StdoutUse : std::uint8_t { kFree, kData };

/// Writes the findings of all compilations, with the scenarios that do not hold, to where the user wants
/// them: text to `err`, other formats to `out` if that is free, and everything that was asked for to the
/// sinks. Text for `err` leaves scenarios out: `test` prints them. Returns the exit code so far: clean,
/// findings, or usage if a file could not be read or written.
int Report(const CommonOptions& options, const std::vector<const Compilation*>& compilations,
           StdoutUse stdout_use, World& world);

}  // namespace meshc::driver
