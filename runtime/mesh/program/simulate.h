// Runs envelopes one at a time, on a virtual clock, by the handlers of a host.
#pragma once

#include "mesh/contract/route_table.h"
#include "mesh/program/command_line.h"
#include "mesh/program/main.h"
#include "mesh/program/serve.h"

namespace mesh::program {

/// Returns the exit code.
int Simulate(const CommandLine& line, const Program& program, const contract::Version& version,
             contract::Index flow, const RunStreams& streams);

}  // namespace mesh::program
