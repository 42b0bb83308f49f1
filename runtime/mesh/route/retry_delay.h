// How long a failed attempt waits before it is made again.
#pragma once

#include <cstdint>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// Delay after attempt `attempt` (from 1) has failed. `random` in [0, 1) places a delay with jitter
/// between its half and its whole.
std::int64_t RetryDelay(const contract::RetryPolicy& policy, std::uint32_t attempt, double random);

}  // namespace mesh::route
