#include "codegen/helm/helm.h"

#include <string>

#include "codegen/helm/build_routes.h"
#include "codegen/helm/chart_files.h"
#include "codegen/helm/compose.h"
#include "codegen/helm/model.h"
#include "codegen/helm/render.h"
#include "codegen/helm/settings_file.h"
#include "compiler/support/digest.h"

namespace meshc::codegen {
namespace {

/// Charts that differ in anything have different versions, and equal ones have one.
std::string VersionOf(const ArtifactSet& artifacts) {
  constexpr std::size_t kDigits = 12;
  std::string content;
  for (const auto& [path, artifact] : artifacts) {
    content += path + '\n' + std::to_string(artifact.content.size()) + '\n' + artifact.content;
  }
  return "0.1.0+" + Digest(content, kDigits);
}

}  // namespace

ArtifactSet GenerateChart(const ir::Mesh& mesh, const ChartOptions& options,
                          const std::vector<ChartTable>& tables) {
  constexpr std::string_view kChartFolder = "chart/";
  ArtifactSet routes = helm::RenderTables(tables);
  const helm::ChartModel model = helm::BuildModel(mesh, options, tables, !routes.empty());
  const std::string folder = "deploy/helm/" + model.chart + "/";
  ArtifactSet artifacts;
  for (const helm::ChartFile& file : helm::ChartFiles()) {
    const bool in_chart = file.path.substr(0, kChartFolder.size()) == kChartFolder;
    const std::string path = in_chart ? folder + std::string(file.path.substr(kChartFolder.size()))
                                      : "deploy/" + std::string(file.path);
    artifacts[path].content = file.text;
  }
  for (const helm::ValuesFile& file : model.files)
    artifacts[folder + file.name].content = helm::RenderValues(file);
  for (auto& [path, file] : routes) artifacts[folder + path] = std::move(file);
  const std::string settings = helm::RenderSettings(model);
  if (!settings.empty()) artifacts["deploy/settings.json"].content = settings;
  artifacts["deploy/compose.yaml"].content = helm::RenderCompose(model, !settings.empty());
  const std::string version = options.version.empty() ? VersionOf(artifacts) : options.version;
  artifacts[folder + "Chart.yaml"].content = helm::RenderChart(model, version);
  return artifacts;
}

}  // namespace meshc::codegen
