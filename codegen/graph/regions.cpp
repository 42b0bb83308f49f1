#include "codegen/graph/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/ir/print_constant.h"

namespace meshc::codegen::graph {
namespace {

bool IsBelow(std::string_view name, std::string_view construct) {
  return name.size() > construct.size() && name.substr(0, construct.size()) == construct &&
         name[construct.size()] == '/';
}

/// `support/repeat#1` -> `repeat`
std::string_view LoopWord(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(0, path.find_first_of("#["));
}

Index AddOnce(std::vector<Region>& regions, std::map<std::string, Index, std::less<>>& by_id, Region region) {
  const auto [at, added] = by_id.try_emplace(region.id, static_cast<Index>(regions.size()));
  if (added) regions.push_back(std::move(region));
  return at->second;
}

}  // namespace

RegionFinder::RegionFinder(const ir::Mesh& mesh, std::vector<Region>& regions)
    : mesh_(mesh), regions_(regions) {
  for (const ir::Loop& loop : mesh.loops) {
    loops_.emplace(loop.name, ir::LoopId{static_cast<std::uint32_t>(&loop - &*mesh.loops.begin())});
  }
}

Index RegionFinder::FlowRegion(types::FlowId flow) {
  const ir::Flow& framed = mesh_.flows[flow];
  std::string label = "flow " + framed.name;
  if (framed.sla_ns > 0) label += " · sla " + ir::PrintDuration(framed.sla_ns);
  return AddOnce(regions_, by_id_, {framed.name, RegionKind::kFlow, label, framed.origin.doc, kNone});
}

Index RegionFinder::RegionOf(ir::PointId point) {
  const std::vector<ir::LoopId> loops = LoopsAround(mesh_.points[point].name);
  const std::vector<ir::PointId> guards = GuardsAround(point);
  Index region = FlowRegion(mesh_.points[point].flow);
  auto loop = loops.begin();
  auto guard = guards.begin();
  while (loop != loops.end() || guard != guards.end()) {
    const bool loop_is_outer =
        guard == guards.end() ||
        (loop != loops.end() && IsBelow(mesh_.points[*guard].name, mesh_.loops[*loop].name));
    region = loop_is_outer ? AddLoop(*loop++, region) : AddGuard(*guard++, region);
  }
  return region;
}

Index RegionFinder::GuardedRegion(ir::PointId catch_point) const {
  const auto found = by_id_.find(mesh_.points[catch_point].name);
  return found == by_id_.end() ? kNone : found->second;
}

bool RegionFinder::IsInside(Index region, Index outer) const {
  while (region != kNone && region != outer) region = regions_[region].parent;
  return region == outer;
}

/// Outermost first.
std::vector<ir::LoopId> RegionFinder::LoopsAround(std::string_view name) const {
  std::vector<ir::LoopId> around;
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos;
       slash = name.find('/', slash + 1)) {
    const auto found = loops_.find(name.substr(0, slash));
    if (found != loops_.end()) around.push_back(found->second);
  }
  return around;
}

/// Outermost first.
std::vector<ir::PointId> RegionFinder::GuardsAround(ir::PointId point) const {
  std::vector<ir::PointId> around;
  for (const auto* handler = &mesh_.points[point].handler; handler->has_value();
       handler = &mesh_.points[around.back()].handler) {
    around.push_back((*handler)->target);
  }
  std::reverse(around.begin(), around.end());
  return around;
}

Index RegionFinder::AddLoop(ir::LoopId loop, Index parent) {
  const ir::Loop& framed = mesh_.loops[loop];
  const std::string label =
      fmt::format("{} · at most {} round{}", LoopWord(framed.name), framed.max, framed.max == 1 ? "" : "s");
  return AddOnce(regions_, by_id_, {framed.name, RegionKind::kLoop, label, "", parent});
}

Index RegionFinder::AddGuard(ir::PointId guard, Index parent) {
  return AddOnce(regions_, by_id_, {mesh_.points[guard].name, RegionKind::kTry, "try", "", parent});
}

}  // namespace meshc::codegen::graph
