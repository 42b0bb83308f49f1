// Constants and numbers as a Flow file would have them, for printers and diagnostics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/types/constant.h"

namespace meshc::ir {

/// `"a"` with escapes.
std::string Quote(std::string_view text);
/// The largest unit that leaves no rest: `90s`, `2m`; below a millisecond `0.5ms`.
std::string PrintDuration(std::int64_t nanoseconds);
std::string PrintConstant(const types::Constant& constant);

}  // namespace meshc::ir
