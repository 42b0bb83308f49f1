// What helm makes of a chart, and how its pods are started as processes of this machine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace meshc::test {

/// Keys and values by the name of the Secret.
using Secrets = std::map<std::string, std::map<std::string, std::string>>;

class RenderedChart {
 public:
  /// `release` of the chart in `folder`, with more words for helm. Fails the test where it cannot be.
  RenderedChart(const std::string& helm, const std::string& folder, const std::vector<std::string>& words);

  std::vector<nlohmann::json> OfKind(const std::string& kind) const;
  /// Puts files of the pods' volume of routes there, as a kubelet does: links to a folder that is exchanged
  /// as a whole.
  void Mount(const std::string& folder) const;
  /// Puts the settings file of a workload there, if it has one.
  void MountSettings(const nlohmann::json& workload, const std::string& folder) const;
  /// As a kubelet starts a workload, with `host` for the image, but for the port: here all processes share a
  /// machine. `mounts`: where its volumes are, by their names.
  std::vector<std::string> CommandOf(const nlohmann::json& workload, const std::string& host,
                                     const std::map<std::string, std::string>& mounts) const;
  /// The variables that a kubelet gives it.
  std::vector<std::pair<std::string, std::string>> EnvironmentOf(const nlohmann::json& workload,
                                                                 const Secrets& secrets) const;
  /// What KEDA gets from the TriggerAuthentication of a trigger.
  std::map<std::string, std::string> AuthenticationOf(const nlohmann::json& trigger,
                                                      const Secrets& secrets) const;

 private:
  /// Those of ConfigMaps.
  std::map<std::string, std::string> VariablesOf(const nlohmann::json& container) const;

  std::vector<nlohmann::json> objects_;
};

}  // namespace meshc::test
