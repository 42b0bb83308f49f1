// The settings of hosts that serve all actors, as a file beside `compose.yaml`.
#pragma once

#include <string>

#include "codegen/helm/model.h"

namespace meshc::codegen::helm {

/// JSON, as hosts read it by `--settings`: the lanes, and how actors are called where that is not as the mesh
/// declares. Empty: there is nothing to say.
std::string RenderSettings(const ChartModel& model);

}  // namespace meshc::codegen::helm
