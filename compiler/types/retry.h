// How often a failed call is tried again, and after how long.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/types/ids.h"

namespace meshc::types {

enum class Backoff : std::uint8_t { kConstant, kLinear, kExponential };

struct Retry {
  std::uint32_t attempts = 1;  ///< In all.
  Backoff backoff = Backoff::kConstant;
  bool jitter = false;
  std::int64_t delay_ns = 0;
  std::int64_t max_delay_ns = 0;  ///< 0: unbounded.
  std::vector<ErrorId> only;      ///< Sorted; empty: every retriable error.
  friend bool operator==(const Retry&, const Retry&) = default;
};

}  // namespace meshc::types
