// Runs envelopes through a threaded host until the input ends or a signal asks to stop.
#pragma once

#include "mesh/contract/route_table.h"
#include "mesh/host/command_line.h"
#include "mesh/host/find_tables.h"
#include "mesh/host/input_signals.h"
#include "mesh/host/main.h"

namespace mesh::host {

/// Returns the exit code. Ends the process itself where handlers never came back. `signals` of an input are
/// delivered as soon as its envelope is under way.
int Serve(const CommandLine& line, const Program& program, const FoundTables& found, contract::Index flow,
          int input, const InputSignals& signals);

}  // namespace mesh::host
