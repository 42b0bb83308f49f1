// What can be read off a host at one moment. Names follow what operators see (runtime contract, section 6).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mesh/monitoring/distribution.h"
#include "mesh/transport/transport.h"

namespace mesh::monitoring {

/// One actor, as this process serves it, since it began.
struct ActorReading {
  std::string name = {};
  std::uint64_t deliveries = 0;             ///< Visits begun, retries and replays included.
  std::uint64_t handled = 0;                ///< Calls of handlers that ended inside their limit.
  std::uint64_t retried = 0;                ///< Failed attempts that were sent back.
  std::uint64_t duplicates_suppressed = 0;  ///< Stored results replayed.
  std::uint64_t redeliveries = 0;           ///< Messages that were on loan before.
  std::uint64_t suspects = 0;               ///< Messages whose holder died.
  std::uint64_t drifted = 0;                ///< Envelopes that only others can serve, put back.
  std::uint64_t rejected = 0;               ///< Messages and envelopes that break their contract.
  std::uint64_t in_flight = 0;              ///< Handlers that run, those that were given up too.
  bool healthy = true;
  Durations handler = {};  ///< Of calls that ended inside their limit.
  Durations wait = {};     ///< From the last step of an envelope to its visit.
};

struct MailboxReading {
  std::string name;
  transport::Contents contents;
};

struct Reading {
  std::string mesh = {};
  std::string table = {};  ///< Digest of the table for new envelopes.
  std::int64_t now_ns = 0;
  std::vector<ActorReading> actors = {};
  std::map<std::string, std::uint64_t> failed = {};  ///< Visits that failed for good, by error.
  std::uint64_t dropped_copies = 0;  ///< Second ends, and transitions whose input was another's by then.
  std::uint64_t late_branches = 0;   ///< Children that ended after their join was decided.
  std::uint64_t ended_succeeded = 0;
  std::uint64_t ended_failed = 0;
  std::uint64_t inside = 0;  ///< Envelopes that entered here and have not ended.
  // Of the whole mesh, where it is shared. None: nobody answers who knows.
  std::optional<std::uint64_t> open_joins = {};
  std::optional<std::uint64_t> open_parks = {};
  std::vector<MailboxReading> mailboxes = {};
};

/// Over all actors.
inline std::uint64_t Sum(const Reading& reading, std::uint64_t ActorReading::*member) {
  std::uint64_t sum = 0;
  for (const ActorReading& actor : reading.actors) sum += actor.*member;
  return sum;
}

}  // namespace mesh::monitoring
