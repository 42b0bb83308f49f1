#include "codegen/graph/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "codegen/graph/point_node.h"
#include "compiler/ir/print_constant.h"

namespace meshc::codegen::graph {
namespace {

/// `support/repeat#1` -> `repeat`
std::string_view LoopWord(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(0, path.find_first_of("#["));
}

/// `support/try#1[finally]/on_error` -> `support/try#1[finally]`
std::string ConstructOf(const std::string& point) { return point.substr(0, point.rfind('/')); }

/// The clauses of a block that has a finally are a frame of their own: errors leave it for the finally.
bool GuardsClauses(const std::string& catch_point) { return ConstructOf(catch_point).ends_with("[finally]"); }

}  // namespace

RegionFinder::RegionFinder(const ir::Mesh& mesh, const analysis::Openers& openers,
                           std::vector<Region>& regions)
    : mesh_(mesh), openers_(openers), regions_(regions) {}

Index RegionFinder::FlowRegion(types::FlowId flow) {
  const auto [known, added] = flows_.try_emplace(flow.index, static_cast<Index>(regions_.size()));
  if (!added) return known->second;
  const ir::Flow& framed = mesh_.flows[flow];
  const bool is_entry = IsEntry(framed);
  std::string label = (is_entry ? "entry flow " : "flow ") + framed.name;
  if (framed.sla_ns > 0) label += " · sla " + ir::PrintDuration(framed.sla_ns);
  regions_.push_back({framed.name, RegionKind::kFlow, label, framed.origin.doc, kNone, is_entry});
  return known->second;
}

Index RegionFinder::RegionOf(ir::PointId point) {
  Index region = FlowRegion(mesh_.points[point].flow);
  for (const Frame& frame : FramesAround(point)) region = Add(frame, region);
  return region;
}

Index RegionFinder::GuardedRegion(ir::PointId catch_point) const {
  const auto found = guards_.find(catch_point.index);
  return found == guards_.end() ? kNone : found->second;
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

std::size_t RegionFinder::DepthOf(ir::ScopeId scope) const {
  std::size_t depth = 0;
  for (; scope.has_value(); scope = openers_.scopes().scopes[scope].parent) ++depth;
  return depth;
}

/// Outermost first. A guard is no scope: it stands inside all scopes that its clauses are in.
std::vector<RegionFinder::Frame> RegionFinder::FramesAround(ir::PointId point) const {
  std::vector<Frame> frames;
  const ir::ScopeMap& scopes = openers_.scopes();
  const auto* enter = std::get_if<ir::FinallyEnter>(&mesh_.points[point].body);
  ir::ScopeId scope = scopes.at[enter == nullptr ? point.index : enter->next.index];
  for (std::size_t depth = DepthOf(scope); scope.has_value(); scope = scopes.scopes[scope].parent, --depth) {
    const ir::Scope& at = scopes.scopes[scope];
    if (at.kind == ir::ScopeKind::kLoop) frames.push_back({Frame::Kind::kLoop, at.key, depth});
    if (at.kind == ir::ScopeKind::kFinally) frames.push_back({Frame::Kind::kFinally, at.key, depth});
  }
  for (const ir::PointId guard : HandlersOf(point))
    frames.push_back({Frame::Kind::kGuard, guard.index, DepthOf(scopes.at[guard.index])});
  std::reverse(frames.begin(), frames.end());
  // Scopes of a depth are outside the guards that stand in them.
  std::stable_sort(frames.begin(), frames.end(), [](const Frame& a, const Frame& b) {
    return std::pair(a.depth, a.kind == Frame::Kind::kGuard) <
           std::pair(b.depth, b.kind == Frame::Kind::kGuard);
  });
  return frames;
}

Index RegionFinder::Add(const Frame& frame, Index parent) {
  Cache& cache = frame.kind == Frame::Kind::kGuard  ? guards_
                 : frame.kind == Frame::Kind::kLoop ? loops_
                                                    : finallies_;
  const auto [at, added] = cache.try_emplace(frame.key, static_cast<Index>(regions_.size()));
  if (added) {
    regions_.push_back(Describe(frame));
    regions_.back().parent = parent;
  }
  return at->second;
}

Region RegionFinder::Describe(const Frame& frame) const {
  if (frame.kind == Frame::Kind::kFinally) {
    const ir::PointId enter = openers_.OfFinally(ir::PointId{frame.key});
    return {ConstructOf(mesh_.points[enter].name), RegionKind::kFinally, "finally", "", kNone, false};
  }
  if (frame.kind == Frame::Kind::kLoop) {
    const ir::Loop& loop = mesh_.loops[ir::LoopId{frame.key}];
    std::string label =
        fmt::format("{} · at most {} round{}", LoopWord(loop.name), loop.max, loop.max == 1 ? "" : "s");
    return {loop.name, RegionKind::kLoop, std::move(label), "", kNone, false};
  }
  const ir::Point& point = mesh_.points[ir::PointId{frame.key}];
  if (std::holds_alternative<ir::Undo>(point.body))
    return {point.name, RegionKind::kSaga, "saga", "", kNone, false};
  return {point.name, RegionKind::kTry, GuardsClauses(point.name) ? "clauses" : "try", "", kNone, false};
}

}  // namespace meshc::codegen::graph
