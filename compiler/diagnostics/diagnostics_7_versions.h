// The rows about versions, by name: see diagnostics.def. Whoever reports one includes this.
#pragma once

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics::diag {
#define MESHC_DIAGNOSTIC MESHC_DECLARE_ROW
#include "compiler/diagnostics/diagnostics_7_versions.def"
#undef MESHC_DIAGNOSTIC
}  // namespace meshc::diagnostics::diag
