// What every chart says alike, unless a deploy says otherwise.
#pragma once

#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// The settings of every actor, the lowest layer.
Map BuildDefaults();
/// The security of pods and of containers, as the restricted Pod Security Standard wants it.
Map BuildPodSecurity();
Map BuildContainerSecurity();

}  // namespace meshc::codegen::helm
