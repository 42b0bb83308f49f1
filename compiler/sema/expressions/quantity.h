// Numbers with units.
#pragma once

#include <limits>
#include <optional>

#include "compiler/sema/context.h"
#include "compiler/sema/expressions/durations.h"

namespace meshc::sema {

/// Counts that become 32-bit numbers, but have no limit of their own.
inline constexpr std::int64_t kNoLimit = std::numeric_limits<std::uint32_t>::max();
/// Most rounds of a loop.
inline constexpr std::int64_t kMaxRounds = 1'000'000;

/// Nanoseconds; reports what is no duration above zero.
std::optional<std::int64_t> PositiveDuration(Context& context, const syntax::Quantity& quantity);

}  // namespace meshc::sema
