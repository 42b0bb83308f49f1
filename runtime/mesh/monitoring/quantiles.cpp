#include "mesh/monitoring/quantiles.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mesh::monitoring {

namespace {

// A size class is the power of two that a time lies above, and the next four bits of it.
constexpr std::uint32_t kFraction = 4;
constexpr std::uint64_t kSteps = std::uint64_t{1} << kFraction;

std::uint32_t ClassOf(std::int64_t duration_ns) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(duration_ns, 0));
  if (value < kSteps) return static_cast<std::uint32_t>(value);
  const auto shift = static_cast<std::uint32_t>(std::bit_width(value)) - 1 - kFraction;
  const auto step = static_cast<std::uint32_t>((value >> shift) & (kSteps - 1));
  return ((shift + 1) << kFraction) | step;
}

std::int64_t LongestOf(std::uint32_t size_class) {
  if (size_class < kSteps) return size_class;
  const std::uint32_t shift = (size_class >> kFraction) - 1;
  const std::uint64_t step = size_class & (kSteps - 1);
  return static_cast<std::int64_t>(((kSteps + step + 1) << shift) - 1);
}

}  // namespace

void Quantiles::Add(std::int64_t duration_ns) {
  ++classes_[ClassOf(duration_ns)];
  ++count_;
}

std::int64_t Quantiles::At(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (const auto& [size_class, count] : classes_) {
    seen += count;
    if (seen >= wanted) return LongestOf(size_class);
  }
  return 0;
}

}  // namespace mesh::monitoring
