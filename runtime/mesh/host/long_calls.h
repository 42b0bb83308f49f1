// Whether calls may take longer than their messages may be on loan.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Names a call of the table whose handler may run for longer than the transport waits for whoever has its
/// message; empty: there is none.
std::string FindLongCall(const contract::RouteTable& table, const transport::Transport& transport);

}  // namespace mesh::host
