// What a table asks of the transport that its envelopes travel by.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Why no host may serve the table by that transport, in one sentence; empty: it may.
std::string FindLackOf(const contract::RouteTable& table, transport::Transport& transport);

}  // namespace mesh::host
