// Decisions by chance that are the same for the same seed, on every machine (SplitMix64, Steele et al. 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace mesh::test {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  /// 0 .. count-1
  std::size_t Below(std::size_t count) { return static_cast<std::size_t>(Next() % count); }
  /// True in so many of a thousand cases.
  bool Thousandth(std::uint32_t cases) { return cases > 0 && Next() % 1000 < cases; }

 private:
  std::uint64_t state_;
};

}  // namespace mesh::test
