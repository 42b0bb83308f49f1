// Durations as they are written.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/syntax/node.h"

namespace meshc::sema {

/// The nanoseconds of a quantity; none if it is no duration, or too long for 64 bits.
std::optional<std::int64_t> Nanoseconds(const syntax::Quantity& quantity);

}  // namespace meshc::sema
