// The rows about flows, found on the lowered graph, by name: see diagnostics.def. Whoever reports one
// includes this.
#pragma once

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics::diag {
#define MESHC_DIAGNOSTIC MESHC_DECLARE_ROW
#include "compiler/diagnostics/diagnostics_4_paths.def"
#undef MESHC_DIAGNOSTIC
}  // namespace meshc::diagnostics::diag
