// What every chart says alike, unless a deploy says otherwise.
#pragma once

#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// What a container may use where nobody states it, beside what its volumes hold.
constexpr std::int64_t kMemoryLimit = 256LL << 20;
constexpr std::int64_t kDiskLimit = 128LL << 20;

/// The settings of every actor, the lowest layer.
Map BuildDefaults();
/// The security of pods and of containers, as the restricted Pod Security Standard wants it.
Map BuildPodSecurity();
Map BuildContainerSecurity();

}  // namespace meshc::codegen::helm
