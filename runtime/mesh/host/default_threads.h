// How many workers a host has if nobody says it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mesh/contract/route_table.h"

namespace mesh::host {

/// More threads than this help nobody, and few systems give them to one process.
inline constexpr std::uint32_t kMostThreads = 4096;

/// Calls that the actors may make at once, all together.
inline std::uint64_t CallsAtOnce(const contract::RouteTable& table) {
  std::uint64_t calls = 0;
  for (const contract::Actor& actor : table.actors) calls += std::max<std::uint32_t>(actor.concurrency, 1);
  return calls;
}

/// One per processor, at least 4, and as many as the actors may make calls at once, so that none has to
/// wait for the slow calls of another; but kMostThreads at most. Those that have nothing to do are never
/// started.
inline std::uint32_t DefaultThreads(const contract::RouteTable& table, std::uint32_t processors) {
  const std::uint64_t calls = std::min<std::uint64_t>(CallsAtOnce(table), kMostThreads);
  return std::max({processors, 4U, static_cast<std::uint32_t>(calls)});
}

}  // namespace mesh::host
