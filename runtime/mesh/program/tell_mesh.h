// Says something to a mesh that runs elsewhere, and ends.
#pragma once

#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"

namespace mesh::program {

/// A signal or a cancellation for an envelope that is under way. Returns the exit code: 0 when it is safe in
/// the mesh, 1 if it is of no use there, 2 if the mesh cannot be reached. What was wrong is told on standard
/// error.
int TellMesh(const CommandLine& line, const FoundTables& found);

}  // namespace mesh::program
