// Answers to operators as text: JSON for programs, a table for people.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "mesh/monitoring/reading.h"
#include "mesh/operations/envelopes.h"
#include "mesh/operations/replay.h"

namespace mesh::operations {

enum class Format : std::uint8_t { kText, kJson };

/// What became of one envelope that was to be replayed.
struct ReplayAnswer {
  std::string id;  ///< Of the old one.
  std::variant<Replayed, std::string> outcome;
};

// Each ends with a line end.

std::string Answer(const std::vector<monitoring::MailboxReading>& mailboxes, std::int64_t now_ns,
                   Format format);
std::string Answer(const std::vector<ParkedEnvelope>& parked, Format format);
std::string Answer(const std::vector<FailedEnvelope>& failed, Format format);
std::string Answer(const std::vector<ReplayAnswer>& replays, Format format);
std::string Answer(const RootSight& root, Format format);

}  // namespace mesh::operations
