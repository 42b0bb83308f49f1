// A host that takes no inputs of its own: it serves its mailboxes until somebody asks it to stop.
#pragma once

#include "mesh/host/command_line.h"
#include "mesh/host/find_tables.h"
#include "mesh/host/main.h"
#include "mesh/host/served_actors.h"

namespace mesh::host {

/// Returns the exit code: 0 after a stop, whatever is under way elsewhere. Ends the process itself where
/// handlers never came back; what they worked on is taken up by others.
int ServeMailboxes(const CommandLine& line, const ServedActors& served, const FoundTables& found);

}  // namespace mesh::host
