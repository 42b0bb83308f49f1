// The actors of a chart, each with what differs from the defaults.
#pragma once

#include "codegen/helm/handler_times.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// By name. `deploy` may be null: then all follows from the mesh.
Map BuildActors(const types::Declarations& declarations, const HandlerTimes& times,
                const types::Deploy* deploy);

}  // namespace meshc::codegen::helm
