// Runs envelopes one at a time, on a virtual clock, by the handlers of a host.
#pragma once

#include "mesh/contract/route_table.h"
#include "mesh/host/command_line.h"
#include "mesh/host/main.h"
#include "mesh/host/serve.h"

namespace mesh::host {

/// Returns the exit code.
int Simulate(const CommandLine& line, const Program& program, const contract::Version& version,
             contract::Index flow, const RunStreams& streams);

}  // namespace mesh::host
