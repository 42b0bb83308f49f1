// What a host counts. Names follow what operators see (runtime contract, section 6).
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

namespace mesh::host {

/// Counters of one actor; every thread adds to them.
struct ActorCounters {
  std::atomic<std::uint64_t> delivered = 0;
  std::atomic<std::uint64_t> handled = 0;
  std::atomic<std::uint64_t> retried = 0;
  std::atomic<std::uint64_t> duplicates_suppressed = 0;
};

/// A reading of all counters.
struct Counts {
  std::uint64_t delivered = 0;                  ///< Visits begun, retries and replays included.
  std::uint64_t handled = 0;                    ///< Calls of handlers that ended inside their limit.
  std::uint64_t retried = 0;                    ///< Failed attempts that were sent back.
  std::uint64_t duplicates_suppressed = 0;      ///< Stored results replayed, and second ends of an envelope.
  std::map<std::string, std::uint64_t> failed;  ///< Visits that failed for good, by error.
  std::uint64_t late_branches = 0;              ///< Children that ended after their join was decided.
  std::uint64_t ended_succeeded = 0;
  std::uint64_t ended_failed = 0;
};

}  // namespace mesh::host
