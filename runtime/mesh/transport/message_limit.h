// What a ledger says of itself that takes no more than so much at a time.
#pragma once

#include <cstddef>

namespace mesh::transport {

class MessageLimit {
 public:
  virtual ~MessageLimit() = default;
  /// Bytes of the longest letter, or of all that is kept of one root, with a little about it.
  virtual std::size_t longest_message() const = 0;
};

}  // namespace mesh::transport
