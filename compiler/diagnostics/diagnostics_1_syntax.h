// The rows about syntax, by name: see diagnostics.def. Whoever reports one includes this.
#pragma once

#include <cstdint>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics::diag {
#define MESHC_DIAGNOSTIC MESHC_DECLARE_ROW
#include "compiler/diagnostics/diagnostics_1_syntax.def"
#undef MESHC_DIAGNOSTIC
}  // namespace meshc::diagnostics::diag

namespace meshc::diagnostics {

/// A row of these: their codes are 1000 to 1999.
inline bool IsOfSyntax(Code code) { return static_cast<std::uint16_t>(code) / 1000 == 1; }

}  // namespace meshc::diagnostics
