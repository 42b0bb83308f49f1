// MC3052: handlers that may take longer than pods can be given.
#pragma once

#include "codegen/helm/helm.h"

namespace meshc::codegen::helm {

/// Reports actors and calls whose timeouts are too long, unless the deploy that is asked for states another
/// for all their calls.
void CheckTimes(const ir::Mesh& mesh, const ChartOptions& options, diagnostics::Diagnostics& diagnostics);

}  // namespace meshc::codegen::helm
