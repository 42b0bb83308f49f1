// Durations as they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/syntax/node.h"

namespace meshc::sema {

/// The nanoseconds of a quantity; none if it is no duration, or too long for 64 bits.
std::optional<std::int64_t> Nanoseconds(const syntax::Quantity& quantity);

/// As it is written, in the largest unit that fits: `5m`, `90s`, `250ms`. At least a millisecond.
std::string WriteDuration(std::int64_t nanoseconds);

}  // namespace meshc::sema
