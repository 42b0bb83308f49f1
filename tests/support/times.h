// Lengths of time, in nanoseconds.
#pragma once

#include <cstdint>

namespace mesh::test {

inline constexpr std::int64_t kSecondNs = 1'000'000'000;
inline constexpr std::int64_t kHourNs = 3'600 * kSecondNs;

}  // namespace mesh::test
