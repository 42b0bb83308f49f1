// How hosts call an actor where a deploy says it otherwise than the mesh: what its settings file holds.
#pragma once

#include "codegen/helm/handler_times.h"
#include "codegen/helm/layers.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// Empty: all is as it is declared. `layers`: those of the actor. The names are those of
/// `runtime/mesh/actor/call_settings`.
Map BuildCalls(const types::Declarations& declarations, const HandlerTimes& times, types::ActorId actor,
               const std::vector<Layer>& layers);

}  // namespace meshc::codegen::helm
