// Makes what the transport of a mesh needs, and ends.
#pragma once

#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"

namespace mesh::program {

/// What is there already stays. Returns the exit code: 0; 2 where something there differs or cannot be made,
/// which is told on standard error.
int Provision(const CommandLine& line, const FoundTables& found);

}  // namespace mesh::program
