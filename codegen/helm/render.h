// The generated files of a chart as YAML.
#pragma once

#include <string>

#include "codegen/helm/model.h"

namespace meshc::codegen::helm {

std::string RenderChart(const ChartModel& model);   ///< Chart.yaml
std::string RenderValues(const ChartModel& model);  ///< values.yaml

}  // namespace meshc::codegen::helm
