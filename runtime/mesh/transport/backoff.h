// How long one waits before the next try: longer and longer, and not all processes at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>

namespace mesh::transport {

/// Belongs to one thread.
class Backoff {
 public:
  /// Milliseconds.
  int Next() {
    constexpr int kLongest = 2'000;
    const int most = std::min(kLongest, 50 << std::min(failures_++, 10));
    return most / 2 + static_cast<int>(random_() % static_cast<std::uint32_t>(most / 2 + 1));
  }
  /// Something has gone well: not only a connection, because what is done on it may fail each time.
  void Reset() { failures_ = 0; }

 private:
  int failures_ = 0;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace mesh::transport
