// The mesh on one machine: `deploy/compose.yaml`.
#pragma once

#include <string>

#include "codegen/helm/model.h"

namespace meshc::codegen::helm {

/// Broker, store and hosts of all actors, for Docker Compose.
std::string RenderCompose(const ir::Mesh& mesh, const ChartModel& model);

}  // namespace meshc::codegen::helm
