// What a command line says of a threaded host.
#pragma once

#include <memory>

#include "mesh/contract/route_table.h"
#include "mesh/host/options.h"
#include "mesh/program/command_line.h"
#include "mesh/program/error_lines.h"
#include "mesh/program/events.h"
#include "mesh/program/host_log.h"
#include "mesh/program/random.h"
#include "mesh/program/served_actors.h"

namespace mesh::program {

/// How long results of shared effects are kept, nanoseconds.
std::int64_t RetentionNs(const CommandLine& line);
/// How long a stop waits for what runs, nanoseconds.
std::int64_t GraceNs(const CommandLine& line);

/// `random` and `log` outlive the host. A host in which envelopes are submitted names itself to those who
/// tell it of ends.
host::HostOptions OptionsOf(const CommandLine& line, const contract::RouteTable& table,
                            const ServedActors& served, SharedRandom& random, HostLog& log,
                            const std::shared_ptr<Events>& events);
/// Says it if an actor may have to wait for the slow calls of another one.
void TellFewThreads(const contract::RouteTable& table, std::uint32_t threads, ErrorLines& errors);

}  // namespace mesh::program
