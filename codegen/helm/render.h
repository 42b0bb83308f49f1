// The chart's own YAML: `Chart.yaml` and the files of values.
#pragma once

#include <string>

#include "codegen/helm/model.h"

namespace meshc::codegen::helm {

std::string RenderChart(const ChartModel& model, const std::string& version);
std::string RenderValues(const ValuesFile& file);

}  // namespace meshc::codegen::helm
