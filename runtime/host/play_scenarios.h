// Runs scenarios with their stubs in place of handlers, through the handlers' generated types.
#pragma once

#include "mesh/host/command_line.h"
#include "mesh/host/find_tables.h"
#include "mesh/host/main.h"

namespace mesh::host {

/// Prints what `meshc test` prints. Returns the exit code.
int PlayScenarios(const CommandLine& line, const Program& program, const FoundTables& found);

}  // namespace mesh::host
