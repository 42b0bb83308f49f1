// How an envelope that has ended, or was given up, is printed.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/lines/inputs_under_way.h"

namespace mesh::lines {

/// `{"input", "line", "outcome", "error", "route", "payload"}` in one line; `route` lists every stop done.
/// The outcome is `unfinished` where the phase is no end; its error says where the envelope stands.
std::string ResultLine(const contract::RouteTable& table, contract::Index flow, InputPlace place,
                       const Envelope& envelope);

}  // namespace mesh::lines
