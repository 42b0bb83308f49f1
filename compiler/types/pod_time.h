// What a pod needs beyond its longest handler.
#pragma once

#include <cstdint>

namespace meshc::types {

constexpr std::int64_t kDrainNs = 10'000'000'000;      ///< To hand back what has not begun.
constexpr std::int64_t kHostMarginNs = 5'000'000'000;  ///< For the host to end.

}  // namespace meshc::types
