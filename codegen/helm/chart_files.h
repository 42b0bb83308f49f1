// The constant files of the chart, embedded in the binary.
#pragma once

#include <span>
#include <string_view>

namespace meshc::codegen::helm {

struct ChartFile {
  std::string_view path;  ///< Relative to `templates/helm`: `chart/templates/deployment.yaml`.
  std::string_view text;
};

/// Sorted by path.
std::span<const ChartFile> ChartFiles();

}  // namespace meshc::codegen::helm
