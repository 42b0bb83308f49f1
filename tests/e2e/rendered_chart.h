// What helm makes of a chart, and how its pods are started as processes of this machine.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace meshc::test {

class RenderedChart {
 public:
  /// `release` of the chart in `folder`, with more words for helm. Fails the test where it cannot be.
  RenderedChart(const std::string& helm, const std::string& folder, const std::vector<std::string>& words);

  std::vector<nlohmann::json> OfKind(const std::string& kind) const;
  /// Puts files of the pods' volume of routes there, as a kubelet does: links to a folder that is exchanged
  /// as a whole.
  void Mount(const std::string& folder) const;
  /// As a kubelet starts a workload, with `host` for the image, but for the port: here all processes share a
  /// machine. `routes`: where they were mounted.
  std::vector<std::string> CommandOf(const nlohmann::json& workload, const std::string& host,
                                     const std::string& routes) const;

 private:
  std::vector<nlohmann::json> objects_;
};

}  // namespace meshc::test
