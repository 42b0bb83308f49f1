// A moment to measure how long ago something was: of the machine, whatever clock a host runs on.
#pragma once

#include <chrono>
#include <cstdint>

namespace mesh::transport {

/// Nanoseconds of the steady clock, for any thread.
inline std::int64_t SteadyNs() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline std::int64_t SteadyMs() { return SteadyNs() / 1'000'000; }

}  // namespace mesh::transport
