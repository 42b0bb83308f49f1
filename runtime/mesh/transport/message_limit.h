// What a ledger says of itself that takes no more than so much at a time.
#pragma once

#include <cstddef>
#include <limits>

#include "mesh/transport/ledger.h"

namespace mesh::transport {

/// What is kept beside a letter.
inline constexpr std::size_t kBytesBeside = std::size_t{64} << 10U;

class MessageLimit {
 public:
  virtual ~MessageLimit() = default;
  /// Bytes of the longest letter, or of all that is kept of one root, with a little about it.
  virtual std::size_t longest_message() const = 0;
};

/// Of a store that does not say, everything.
inline std::size_t LongestOf(const Ledger* store) {
  const auto* const limit = dynamic_cast<const MessageLimit*>(store);
  return limit == nullptr ? std::numeric_limits<std::size_t>::max() : limit->longest_message();
}

}  // namespace mesh::transport
