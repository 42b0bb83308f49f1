// The plan of a rollout, as applications of the chart.
#pragma once

#include <string>
#include <vector>

#include "codegen/helm/waves.h"
#include "compiler/versions/report.h"

namespace meshc::driver {

/// What the chart of `current` does in each wave. `running`: digest of the version that serves new envelopes
/// now. Empty: the plan is, because no order keeps every promise.
std::vector<codegen::Wave> WavesOf(const versions::Report& report, const mesh::contract::RouteTable& current,
                                   const std::string& running);

}  // namespace meshc::driver
