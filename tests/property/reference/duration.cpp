#include "tests/property/reference/duration.h"

#include <stdexcept>

namespace meshc::property {

std::int64_t Nanoseconds(const syntax::Quantity& quantity) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  switch (quantity.unit) {
    case syntax::Unit::kMilliseconds: return quantity.value * (kSecond / 1000);
    case syntax::Unit::kSeconds: return quantity.value * kSecond;
    case syntax::Unit::kMinutes: return quantity.value * 60 * kSecond;
    case syntax::Unit::kHours: return quantity.value * 3600 * kSecond;
    case syntax::Unit::kDays: return quantity.value * 86400 * kSecond;
    case syntax::Unit::kNone:
    case syntax::Unit::kKibi:
    case syntax::Unit::kMebi:
    case syntax::Unit::kGibi: break;
  }
  throw std::logic_error("this is no duration");
}

}  // namespace meshc::property
