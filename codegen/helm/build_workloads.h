// The actors and pools of a chart, each with what differs from the defaults.
#pragma once

#include "codegen/helm/handler_times.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// By name. `deploy` may be null: then all follows from the mesh.
Map BuildActors(const types::Declarations& declarations, const HandlerTimes& times,
                const types::Deploy* deploy);

/// The pools of a deploy, by name. `deploy` may be null: then there are none.
Map BuildPools(const types::Declarations& declarations, const HandlerTimes& times,
               const types::Deploy* deploy);

/// What follows from the longest that a handler may take, which `layer` says: how long a pod may take to end,
/// and to be idle.
void AddHandlerTimes(std::int64_t handler_ns, const std::string& layer, Map& map);

}  // namespace meshc::codegen::helm
