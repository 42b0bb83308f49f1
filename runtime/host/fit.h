// Do these handlers belong to this route table?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"

namespace mesh::host {

/// What does not fit, in the order of the table's actors, as sentences for people; empty: all does.
std::vector<std::string> FindMisfits(const contract::RouteTable& table, std::span<const actor::Entry> actors);

}  // namespace mesh::host
