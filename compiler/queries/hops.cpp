#include "compiler/queries/hops.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "compiler/ir/point_parts.h"

namespace meshc::queries {
namespace {

/// Shortest ways through flows. Errors are ways, too.
class Ways {
 public:
  explicit Ways(const ir::Mesh& mesh) : mesh_(mesh) {}

  std::map<ir::PointId, std::uint32_t> From(types::FlowId flow) {
    std::map<ir::PointId, std::uint32_t> hops;
    // Few steps cost more than one hop: a queue that takes improvements again is enough.
    std::deque<std::pair<ir::PointId, std::uint32_t>> open{{mesh_.flows[flow].entry, 0}};
    while (!open.empty()) {
      const auto [id, before] = open.front();
      open.pop_front();
      if (!id.has_value()) continue;
      const std::uint32_t after = before + Cost(id);
      const auto [known, fresh] = hops.emplace(id, after);
      if (!fresh && known->second <= after) continue;
      known->second = after;
      const ir::Point& point = mesh_.points[id];
      for (const ir::PointId next : ir::Successors(point)) open.emplace_back(next, after);
      if (point.handler) open.emplace_back(point.handler->target, after);
    }
    return hops;
  }

 private:
  std::uint32_t Cost(ir::PointId id) {
    const ir::Point& point = mesh_.points[id];
    if (const types::FlowId callee = ir::CalledFlow(point); callee.has_value()) return Through(callee);
    return ir::VisitAt(point) == nullptr ? 0 : 1;
  }

  /// From the entry of a called flow to its return. Flows do not call themselves; meshes with errors may.
  std::uint32_t Through(types::FlowId flow) {
    if (const auto known = through_.find(flow); known != through_.end()) return known->second;
    through_[flow] = 0;
    std::optional<std::uint32_t> least;
    for (const auto& [id, hops] : From(flow)) {
      if (std::holds_alternative<ir::Return>(mesh_.points[id].body))
        least = std::min(least.value_or(hops), hops);
    }
    return through_[flow] = least.value_or(0);
  }

  const ir::Mesh& mesh_;
  std::map<types::FlowId, std::uint32_t> through_;
};

}  // namespace

std::map<ir::PointId, std::uint32_t> HopNumbers(const ir::Mesh& mesh, types::FlowId flow) {
  auto hops = Ways(mesh).From(flow);
  std::erase_if(hops, [&](const auto& entry) { return ir::VisitAt(mesh.points[entry.first]) == nullptr; });
  return hops;
}

}  // namespace meshc::queries
