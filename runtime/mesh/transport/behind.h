// The end of a range of keys in a store that keeps them in order.
#pragma once

#include <string>
#include <string_view>

namespace mesh::transport {

/// The first text that is behind all that begin with `prefix`, which ends in no byte of ones.
inline std::string Behind(std::string_view prefix) {
  std::string behind(prefix);
  behind.back() = static_cast<char>(static_cast<unsigned char>(behind.back()) + 1);
  return behind;
}

}  // namespace mesh::transport
