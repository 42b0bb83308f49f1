// How an envelope that has ended is printed.
#pragma once

#include <cstdint>
#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::host {

/// `{"input", "outcome", "error", "route", "payload"}` on one line; `route` lists every stop done.
std::string ResultLine(const contract::RouteTable& table, contract::Index flow, std::uint64_t input,
                       const Envelope& envelope);

}  // namespace mesh::host
