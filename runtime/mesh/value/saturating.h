// Sums of times that stay within their type: a wait of centuries ends at the last moment there is.
#pragma once

#include <cstdint>
#include <limits>

namespace mesh {

/// `a + b`, or the extreme that the sum would pass.
inline std::int64_t AddSaturating(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

}  // namespace mesh
