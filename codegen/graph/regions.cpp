#include "codegen/graph/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

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

RegionFinder::RegionFinder(const ir::Mesh& mesh, const Openers& openers, std::vector<Region>& regions)
    : mesh_(mesh), openers_(openers), regions_(regions) {
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
  std::vector<ir::PointId> guards = HandlersOf(point);
  std::reverse(guards.begin(), guards.end());
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

std::vector<ir::PointId> RegionFinder::HandlersOf(ir::PointId point) const {
  std::vector<ir::PointId> handlers;
  while (point.has_value() && mesh_.points[point].handler) {
    const ir::PointId target = mesh_.points[point].handler->target;
    const bool ends_branch = std::holds_alternative<ir::BranchEnd>(mesh_.points[target].body);
    if (!ends_branch) handlers.push_back(target);
    point = ends_branch ? openers_.OfBranchEnd(target) : target;
  }
  return handlers;
}

Index RegionFinder::AddLoop(ir::LoopId loop, Index parent) {
  const ir::Loop& framed = mesh_.loops[loop];
  const std::string label =
      fmt::format("{} · at most {} round{}", LoopWord(framed.name), framed.max, framed.max == 1 ? "" : "s");
  return AddOnce(regions_, by_id_, {framed.name, RegionKind::kLoop, label, "", parent});
}

Index RegionFinder::AddGuard(ir::PointId guard, Index parent) {
  const ir::Point& point = mesh_.points[guard];
  const bool is_saga = std::holds_alternative<ir::Undo>(point.body);
  const RegionKind kind = is_saga ? RegionKind::kSaga : RegionKind::kTry;
  return AddOnce(regions_, by_id_, {point.name, kind, is_saga ? "saga" : "try", "", parent});
}

}  // namespace meshc::codegen::graph
