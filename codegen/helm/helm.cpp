#include "codegen/helm/helm.h"

#include <string>

#include "codegen/helm/chart_files.h"
#include "codegen/helm/model.h"
#include "codegen/helm/render.h"

namespace meshc::codegen {

ArtifactSet GenerateChart(const ir::Mesh& mesh) {
  constexpr std::string_view kChartFolder = "chart/";
  const helm::ChartModel model = helm::BuildModel(mesh);
  const std::string folder = "deploy/helm/" + model.chart + "/";
  ArtifactSet artifacts;
  for (const helm::ChartFile& file : helm::ChartFiles()) {
    const bool in_chart = file.path.substr(0, kChartFolder.size()) == kChartFolder;
    const std::string path = in_chart ? folder + std::string(file.path.substr(kChartFolder.size()))
                                      : "deploy/" + std::string(file.path);
    artifacts[path].content = file.text;
  }
  artifacts[folder + "Chart.yaml"].content = helm::RenderChart(model);
  artifacts[folder + "values.yaml"].content = helm::RenderValues(model);
  return artifacts;
}

}  // namespace meshc::codegen
