// What a command line says of a threaded host.
#pragma once

#include <memory>

#include "mesh/contract/route_table.h"
#include "mesh/host/command_line.h"
#include "mesh/host/error_lines.h"
#include "mesh/host/events.h"
#include "mesh/host/host_log.h"
#include "mesh/host/options.h"
#include "mesh/host/random.h"
#include "mesh/host/served_actors.h"

namespace mesh::host {

/// How long results of shared effects are kept, nanoseconds.
std::int64_t RetentionNs(const CommandLine& line);
/// How long a stop waits for what runs, nanoseconds.
std::int64_t GraceNs(const CommandLine& line);

/// `random` and `log` outlive the host. A host in which envelopes are submitted names itself to those who
/// tell it of ends.
HostOptions OptionsOf(const CommandLine& line, const contract::RouteTable& table, const ServedActors& served,
                      SharedRandom& random, const HostLog& log, const std::shared_ptr<Events>& events);
/// Says it if an actor may have to wait for the slow calls of another one.
void TellFewThreads(const contract::RouteTable& table, std::uint32_t threads, ErrorLines& errors);

}  // namespace mesh::host
