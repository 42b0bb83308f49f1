// What a host has counted, and what it keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace mesh::host {

/// A reading of all counters.
struct Counts {
  std::uint64_t delivered = 0;                  ///< Visits begun, retries and replays included.
  std::uint64_t handled = 0;                    ///< Calls of handlers that ended inside their limit.
  std::uint64_t retried = 0;                    ///< Failed attempts that were sent back.
  std::uint64_t duplicates_suppressed = 0;      ///< Stored results replayed, and copies that were dropped.
  std::map<std::string, std::uint64_t> failed;  ///< Visits that failed for good, by error.
  std::uint64_t late_branches = 0;              ///< Children that ended after their join was decided.
  std::uint64_t ended_succeeded = 0;
  std::uint64_t ended_failed = 0;
};

/// What a host keeps about envelopes that are under way.
struct Retained {
  std::size_t families = 0;  ///< Root envelopes of which something is alive.
  std::uint64_t inside = 0;  ///< Credit in use.
  std::uint64_t parked = 0;
  std::size_t joins = 0;          ///< Forks that wait for children.
  std::size_t decided_joins = 0;  ///< Whose losers have not ended yet.
  std::size_t early_signals = 0;
  std::size_t cancellations = 0;
  std::size_t backlog = 0;  ///< Deliveries that wait for unhealthy actors.
  friend bool operator==(const Retained&, const Retained&) = default;
};

}  // namespace mesh::host
