// Volumes that a pod has for itself against the limits of its container.
#pragma once

#include "compiler/sema/context.h"
#include "compiler/types/deployment.h"

namespace meshc::sema {

/// Kubernetes counts what they hold as the container's memory and disk, and ends the pod that has more.
/// Reports the volume with which a stated limit is passed; a limit that nobody states grows with them.
void CheckVolumes(Context& context, const types::ActorSettings& settled);

}  // namespace meshc::sema
