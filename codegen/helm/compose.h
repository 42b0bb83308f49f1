// The mesh on one machine: `deploy/compose.yaml`.
#pragma once

#include <string>

#include "codegen/helm/model.h"

namespace meshc::codegen::helm {

/// Broker, store and hosts of all actors, for Docker Compose. `settled`: `settings.json` stands beside it.
std::string RenderCompose(const ChartModel& model, bool settled);

}  // namespace meshc::codegen::helm
