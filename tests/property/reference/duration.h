// Durations as written.
#pragma once

#include <cstdint>

#include "compiler/syntax/node.h"

namespace meshc::property {

/// Throws std::logic_error if `quantity` is no duration.
std::int64_t Nanoseconds(const syntax::Quantity& quantity);

}  // namespace meshc::property
