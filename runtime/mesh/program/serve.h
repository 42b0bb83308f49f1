// Runs envelopes through a threaded host until the input ends or somebody asks to stop.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/lines/input_signals.h"
#include "mesh/program/command_line.h"
#include "mesh/program/counts_file.h"
#include "mesh/program/find_tables.h"
#include "mesh/program/main.h"
#include "mesh/program/reject_file.h"

namespace mesh::program {

/// What a run reads and writes. Descriptors stay the caller's.
struct RunStreams {
  int input = -1;
  int output = -1;
  RejectFile* rejects = nullptr;     ///< Null: nobody keeps them.
  CountsFile* counts = nullptr;      ///< Null: nobody counts.
  lines::InputSignals signals = {};  ///< Known before the first input.
  int feed = -1;                     ///< Signals that come while it runs; below 0: none do.
  std::string feed_fifo = {};        ///< Path, if that is a FIFO.
};

/// `program` has the actors that are served, opened. Returns the exit code. Ends the process itself where
/// handlers never came back.
int Serve(const CommandLine& line, const Program& program, const FoundTables& found, contract::Index flow,
          const RunStreams& streams);

}  // namespace mesh::program
