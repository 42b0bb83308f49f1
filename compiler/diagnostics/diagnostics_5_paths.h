// The rows about lints that are found on the lowered graph, by name: see diagnostics.def. Whoever reports one
// includes this.
#pragma once

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics::diag {
#define MESHC_DIAGNOSTIC MESHC_DECLARE_ROW
#include "compiler/diagnostics/diagnostics_5_paths.def"
#undef MESHC_DIAGNOSTIC
}  // namespace meshc::diagnostics::diag
