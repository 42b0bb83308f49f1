// What the chart of one mesh says that other charts do not. All decisions are taken here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::codegen::helm {

struct ActorValues {
  std::string name;   ///< As in the flow.
  std::string queue;  ///< Name of queue, Deployment and ScaledObject.
  bool router = false;
  std::string description;  ///< First line of its doc; may be empty.
  std::string owner;        ///< May be empty.
  std::uint32_t concurrency = 1;
  std::int64_t grace_seconds = 0;     ///< Longer than its handler may take.
  std::int64_t cooldown_seconds = 0;  ///< Not shorter than its handler may take.
};

struct ChartModel {
  std::string mesh;                 ///< `shop.support`
  std::string chart;                ///< `shop-support`: chart, folder, image and stream.
  std::vector<ActorValues> actors;  ///< Sorted by name.
};

ChartModel BuildModel(const ir::Mesh& mesh);

}  // namespace meshc::codegen::helm
