// Who has a line: what its record says, where a message may come more than once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesh/envelope/envelope.h"

namespace mesh::durable {

/// Where a message stands that may be a copy, and claims its line.
struct ClaimedAsSuspect {
  std::string from = {};      ///< The claim that the message carries.
  std::uint32_t hop = 0;      ///< The visit.
  std::uint32_t attempt = 0;  ///< The attempt of the visit.
};

/// What a line was claimed by, which its envelope carries (`route.claim`) from then on.
///
/// A suspect whose call has no effect claims it, too, so that no other copy is called beside it. But whoever
/// had the message before may have it still, has claimed nothing, and acknowledges it for all: so such a
/// claim says from which one it was made and where the line stood, and yields to what has gone on from there.
struct ClaimRecord {
  std::string by = {};
  std::optional<ClaimedAsSuspect> suspect = {};

  /// True: the envelope is the one that has made it, or has gone on from where that one stands.
  bool Allows(const Envelope& envelope) const;
  /// The same of one that has ended, of which only its claim is known.
  bool AllowsEnd(std::string_view claim) const;
};

std::string Write(const ClaimRecord& record);
/// Of a line that was never claimed: an empty one.
ClaimRecord ReadClaim(const std::optional<std::string>& bytes);

}  // namespace mesh::durable
