// Where more of an envelope has to be kept than what travels with it.
#pragma once

#include <string>
#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// What happens at the point that makes it so, in words; empty: nothing.
std::string FindKept(const contract::RouteTable& table, const contract::Point& point);

/// By flow. False: what enters there comes to no such point, in no flow that it calls.
std::vector<bool> FlowsKept(const contract::RouteTable& table);

}  // namespace mesh::route
