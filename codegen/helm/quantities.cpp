#include "codegen/helm/quantities.h"

#include <array>

namespace meshc::codegen::helm {

std::string WriteCpu(std::int64_t milli_cpu) {
  return milli_cpu % 1000 == 0 ? std::to_string(milli_cpu / 1000) : std::to_string(milli_cpu) + "m";
}

std::string WriteBytes(std::int64_t bytes) {
  constexpr std::array<const char*, 7> kUnits = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  std::size_t unit = 0;
  while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + kUnits[unit];
}

std::int64_t SecondsUp(std::int64_t nanoseconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return nanoseconds / kSecond + (nanoseconds % kSecond > 0 ? 1 : 0);
}

}  // namespace meshc::codegen::helm
