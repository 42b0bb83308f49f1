// A host that takes no inputs of its own: it serves its mailboxes until somebody asks it to stop.
#pragma once

#include "mesh/program/command_line.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/main.h"
#include "mesh/program/served_actors.h"
#include "mesh/program/stop_signals.h"

namespace mesh::program {

/// Returns the exit code: 0 after a stop, whatever is under way elsewhere. Ends the process itself where
/// handlers never came back; what they worked on is taken up by others. Ends `starting` when it serves.
int ServeMailboxes(const CommandLine& line, const ServedActors& served, const FoundTables& found,
                   StartWatch& starting);

}  // namespace mesh::program
