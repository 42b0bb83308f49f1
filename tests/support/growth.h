// How work grows with its size: what is quadratic shows, however fast or busy the machine is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>

namespace mesh::test {

/// Processor time of this thread; what other processes take does not count.
inline std::int64_t ThreadTimeNs() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

/// The least that `work(size)` takes of a few times, since everything that disturbs it only adds.
template <typename Work>
std::int64_t LeastTimeNs(const Work& work, int size) {
  std::int64_t least = INT64_MAX;
  for (int i = 0; i < 3; ++i) {
    const std::int64_t start = ThreadTimeNs();
    work(size);
    least = std::min(least, ThreadTimeNs() - start);
  }
  return least;
}

/// Between what grows with its size and what grows with the square of it: what lies below does not.
inline constexpr double kNotQuadratic = 512;

/// How many times as long `work(64 * size)` takes as `work(size)`: about 64 if it grows with its size, 4096
/// if it grows with the square. `work` does all its work in the caller's thread. Neighbours that fill the
/// caches slow the larger one down, several times over: so the two lie far apart, and what looks quadratic is
/// looked at again.
template <typename Work>
double GrowthBySixtyFour(const Work& work, int size) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < 5 && least >= kNotQuadratic; ++i) {
    const auto small = static_cast<double>(LeastTimeNs(work, size));
    least = std::min(least, static_cast<double>(LeastTimeNs(work, 64 * size)) / std::max(small, 1.0));
  }
  return least;
}

}  // namespace mesh::test
