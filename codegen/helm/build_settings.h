// The settings of one layer or several, as values of the chart.
#pragma once

#include "codegen/helm/layers.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

/// What the layers from `first` on state; where they add to a list of earlier ones, the whole list.
Map BuildSettings(const std::vector<Layer>& layers, std::size_t first, const types::ActorSettings& settled);

}  // namespace meshc::codegen::helm
