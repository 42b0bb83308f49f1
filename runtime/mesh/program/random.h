// Randomness for ids and jitter, shared by threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <random>

#include "mesh/state/brief_mutex.h"

namespace mesh::program {

class SharedRandom {
 public:
  explicit SharedRandom(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t Bits() {
    const std::lock_guard lock(mutex_);
    return engine_();
  }
  /// In [0, 1).
  double Fraction() { return static_cast<double>(Bits() >> 11U) * 0x1p-53; }

 private:
  state::BriefMutex mutex_;
  std::mt19937_64 engine_;
};

}  // namespace mesh::program
