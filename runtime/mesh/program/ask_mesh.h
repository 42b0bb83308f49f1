// Asks something of a mesh that runs elsewhere, and ends.
#pragma once

#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"

namespace mesh::program {

/// Answers the question of the command line on standard output. Returns the exit code: 0; 1 if there is no
/// such envelope, or one cannot be replayed; 2 if the mesh cannot be reached or a file not be read, which is
/// told on standard error.
int AskMesh(const CommandLine& line, const FoundTables& found);

}  // namespace mesh::program
