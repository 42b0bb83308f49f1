// How many workers a host has if nobody says it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mesh/contract/route_table.h"

namespace mesh::host {

/// One per processor, at least 4, and as many as the actors may make calls at once, up to 64:
/// handlers wait more than they compute.
inline std::uint32_t DefaultThreads(const contract::RouteTable& table, std::uint32_t processors) {
  constexpr std::uint64_t kMostForConcurrency = 64;
  std::uint64_t calls = 0;
  for (const contract::Actor& actor : table.actors) calls += std::max<std::uint32_t>(actor.concurrency, 1);
  const auto wanted = static_cast<std::uint32_t>(std::min(calls, kMostForConcurrency));
  return std::max({processors, 4U, wanted});
}

}  // namespace mesh::host
