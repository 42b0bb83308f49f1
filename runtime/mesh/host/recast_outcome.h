// What a handler of another contract answered, as the table of the call has it.
#pragma once

#include <cstddef>

#include "mesh/actor/handler.h"
#include "mesh/compatibility/call_recast.h"
#include "mesh/contract/route_table.h"

namespace mesh::host {

/// `actor`: the table's. What breaks the handler's own contract is a contract_violation. `heaviest`: of a
/// payload.
actor::Outcome RecastOutcome(const compatibility::CallRecast& recast, const contract::Actor& actor,
                             const actor::Outcome& answer, std::size_t heaviest);

}  // namespace mesh::host
