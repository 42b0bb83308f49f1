// Is a route table well formed? For tables that come from outside: files and libraries.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// Empty, or the first thing that is wrong: a kind of a later version, an index or a span out of range, a
/// program that is not well formed, a point that lacks an operand of its kind. Routers rely on all of it.
std::string VerifyTable(const contract::RouteTable& table);

/// The part of it that concerns a pool on its own.
std::string VerifyPool(const contract::Pool& pool);

}  // namespace mesh::route
