// What the chart of one mesh says that other charts do not. All decisions are taken here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codegen/helm/helm.h"
#include "codegen/helm/values.h"

namespace meshc::codegen::helm {

struct ValuesFile {
  std::string name;   ///< `values.yaml`, `values-production.yaml`
  std::string about;  ///< The comment at its head.
  Map values;
};

struct ChartModel {
  std::string mesh;   ///< `shop.support`
  std::string chart;  ///< `shop-support`: chart, folder, image and stream.
  std::vector<ValuesFile> files;
  /// Of the deploy that is asked for; else NATS.
  types::TransportKind broker = types::TransportKind::kNats;
  /// A server beside it keeps the state; none: the broker itself does.
  std::optional<types::StateKind> store = {};
  std::int64_t redelivery_s = 0;  ///< As that deploy states it; 0: it does not.
  BuildPlace place;
};

/// One file of values for the mesh and one for each deploy, or that of `options.deploy` alone.
/// `fit`: the chart has files of the tables.
ChartModel BuildModel(const ir::Mesh& mesh, const ChartOptions& options,
                      const std::vector<ChartTable>& tables, bool fit);

}  // namespace meshc::codegen::helm
