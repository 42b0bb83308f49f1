#include "mesh/route/frame_shapes.h"

#include <algorithm>
#include <utility>

namespace mesh::route {

namespace {

using contract::Index;
using contract::kNone;
using contract::Point;
using contract::PointKind;

/// Follows every way once. Constructs are nested, so each point has one shape.
class Search {
 public:
  explicit Search(const contract::RouteTable& table) : table_(table) {}

  std::map<Index, FrameShape> Run(Index entry) {
    Reach(entry, {});
    while (!open_.empty()) {
      const Index at = open_.back();
      open_.pop_back();
      const FrameShape shape = shapes_.at(at);
      LeaveByError(table_.points[at], shape);
      Leave(at, table_.points[at], shape);
    }
    return std::move(shapes_);
  }

 private:
  void Reach(Index at, FrameShape shape) {
    if (at != kNone && shapes_.emplace(at, std::move(shape)).second) open_.push_back(at);
  }
  void ReachTargets(const Point& point, const FrameShape& shape) {
    for (const Index target : Slice(table_.pool.indices, point.targets)) Reach(target, shape);
  }
  void ReachCases(const Point& point, const FrameShape& shape) {
    for (const contract::Case& each : Slice(table_.cases, point.cases)) Reach(each.target, shape);
  }

  static FrameShape With(FrameShape shape, std::string_view kind, Index opener) {
    shape.frames.push_back({kind, opener});
    return shape;
  }
  static FrameShape Without(FrameShape shape, std::size_t frames) {
    shape.frames.resize(shape.frames.size() - std::min(frames, shape.frames.size()));
    return shape;
  }
  FrameShape WithoutLoops(FrameShape shape, contract::Span loops) const {
    for (const Index loop : Slice(table_.pool.indices, loops)) std::erase(shape.loops, loop);
    return shape;
  }

  void LeaveByError(const Point& point, const FrameShape& shape) {
    if (point.handler == kNone) return;
    const contract::Handler& handler = table_.handlers[point.handler];
    const std::size_t lost = shape.frames.size() - std::min<std::size_t>(handler.frames, shape.frames.size());
    Reach(handler.target, WithoutLoops(Without(shape, lost), handler.drop_loops));
  }

  void Leave(Index at, const Point& point, const FrameShape& shape) {
    switch (point.kind) {
      case PointKind::kCall:
      case PointKind::kFlowCall:
      case PointKind::kSet:
      case PointKind::kJoin: return Reach(point.next, shape);
      case PointKind::kAsk:
      case PointKind::kBranch:
      case PointKind::kLoopRound: return ReachTargets(point, shape);
      case PointKind::kMatch: ReachCases(point, shape); return ReachTargets(point, shape);
      case PointKind::kPark: Reach(point.next, shape); return ReachTargets(point, shape);
      case PointKind::kLoopStart: {
        FrameShape inside = shape;
        inside.loops.push_back(point.loop);
        return Reach(point.next, std::move(inside));
      }
      case PointKind::kUnwind:
        return Reach(point.next, WithoutLoops(Without(shape, point.frames), point.loops));
      default: return LeaveFrame(at, point, shape);
    }
  }

  /// Those that open frames, or close one.
  void LeaveFrame(Index at, const Point& point, const FrameShape& shape) {
    switch (point.kind) {
      case PointKind::kFollow:
        ReachTargets(point, With(shape, "follow", at));
        return Reach(point.next, With(shape, "follow", at));
      // A region has one entry for each of its exits.
      case PointKind::kFinallyEnter: return Reach(point.next, With(shape, "finally", point.next));
      case PointKind::kSagaEnter: return Reach(point.next, With(shape, "saga", at));
      case PointKind::kCatch: ReachCases(point, With(shape, "clause", at)); return ReachTargets(point, shape);
      case PointKind::kFork:
      case PointKind::kTap: ReachTargets(point, With(shape, "branch", at)); return Reach(point.next, shape);
      case PointKind::kEachFork:
        ReachTargets(point, With(With(shape, "branch", at), "each", at));
        return Reach(point.next, shape);
      case PointKind::kFollowNext:
      case PointKind::kSagaExit: return Reach(point.next, Without(shape, 1));
      case PointKind::kFinallyExit: return ReachTargets(point, Without(shape, 1));
      default: return;
    }
  }

  const contract::RouteTable& table_;
  std::map<Index, FrameShape> shapes_;
  std::vector<Index> open_;
};

}  // namespace

std::map<Index, FrameShape> FrameShapesOf(const contract::RouteTable& table, Index flow) {
  return Search(table).Run(table.flows[flow].entry);
}

}  // namespace mesh::route
