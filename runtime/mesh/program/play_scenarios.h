// Runs scenarios with their stubs in place of handlers, through the handlers' generated types.
#pragma once

#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/main.h"

namespace mesh::program {

/// Prints what `meshc test` prints. Returns the exit code.
int PlayScenarios(const CommandLine& line, const Program& program, const FoundTables& found);

}  // namespace mesh::program
