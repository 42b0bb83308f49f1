// The commands. Each takes its options and the world, and returns an exit code.
#pragma once

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/world/world.h"

namespace meshc::driver {

int RunCommand(const CheckOptions& options, World& world);
int RunCommand(const CompileOptions& options, World& world);
int RunCommand(const GraphOptions& options, World& world);
int RunCommand(const TestOptions& options, World& world);
int RunCommand(const RunOptions& options, World& world);
int RunCommand(const FmtOptions& options, World& world);
int RunCommand(const ExplainOptions& options, World& world);
int RunCommand(const NewOptions& options, World& world);
int RunCommand(const LspOptions& options, World& world);
int RunCommand(const RootsOptions& options, World& world);
int RunCommand(const TellOptions& options, World& world);

}  // namespace meshc::driver
