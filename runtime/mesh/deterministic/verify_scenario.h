// Does a scenario fit its table and its pool? Scenario files may have been edited.
#pragma once

#include "mesh/contract/route_table.h"
#include "mesh/deterministic/scenario.h"

namespace mesh::deterministic {

/// True if every index is in range. `pool` is that of the scenario's set.
bool FitsTable(const contract::RouteTable& table, const contract::Pool& pool, const Scenario& scenario);

}  // namespace mesh::deterministic
