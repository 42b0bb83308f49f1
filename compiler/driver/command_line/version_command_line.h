// The command line of the commands that compare versions.
#pragma once

#include <CLI/CLI.hpp>

#include "compiler/driver/command_line/version_options.h"

namespace meshc::driver {

// Each adds one command, which fills `options` when it is chosen.
void AddCompat(CLI::App& root, CompatOptions& options);
void AddDiff(CLI::App& root, DiffOptions& options);
void AddLock(CLI::App& root, LockOptions& options);

}  // namespace meshc::driver
