// The memory that meshc may take: a promise of its command line, held by the system and not by estimates.
#pragma once

#include <cstddef>

namespace meshc::driver {

/// What `LimitMemory` allows, in bytes.
inline constexpr std::size_t kMemoryLimit = std::size_t{2} << 30U;

/// From here on an allocation that would take this process beyond kMemoryLimit throws std::bad_alloc, in
/// the libraries too. A lower limit of the caller stays. Once, from main, before other threads start.
void LimitMemory();

/// While it lives, programs that are started have the limit that the caller gave meshc.
/// Thread rule: one at a time.
class CallersMemoryLimit {
 public:
  CallersMemoryLimit();
  ~CallersMemoryLimit();
  CallersMemoryLimit(const CallersMemoryLimit&) = delete;
  CallersMemoryLimit& operator=(const CallersMemoryLimit&) = delete;
};

}  // namespace meshc::driver
