// Children and copies: how they begin.
#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/route/join.h"
#include "mesh/route/scene.h"
#include "mesh/route/walk.h"

namespace mesh::route {
namespace {

using contract::Index;
using contract::Point;

/// A copy of `parent` with a branch frame; what it undoes and where it was are its own.
Envelope CopyOf(const Envelope& parent, BranchFrame branch) {
  Envelope child = parent;
  branch.fork_id = ForkId(parent);
  child.id = ChildId(fmt::format("{}/{}", branch.fork_id, branch.index));
  child.parent_id = parent.id;
  child.root_id = parent.root();
  child.route.prev.clear();
  child.status.log.clear();
  for (Frame& frame : child.route.frames) {
    if (auto* saga = std::get_if<SagaFrame>(&frame)) saga->undo.clear();
  }
  child.route.frames.emplace_back(std::move(branch));
  return child;
}

Started Start(const Router& router, Envelope child, Index at, std::int64_t now_ns) {
  Step step = Walk(router, child, now_ns).GoOn(at);
  return {std::move(child), step};
}

}  // namespace

std::string ForkId(const Envelope& parent) {
  return fmt::format("{}/{}/{}", parent.id, parent.route.at, parent.route.hop);
}

Started StartChild(const Router& router, const Envelope& parent, std::uint32_t index, std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  const Point& point = table.points[parent.route.at];
  const auto targets = Slice(table.pool.indices, point.targets);
  const bool each = point.kind == contract::PointKind::kEachFork;
  std::uint32_t count = point.targets.count;
  Value element;
  if (each) {
    // The parent does not change while it waits, so its list has the same elements each time.
    const Value list = std::get<Value>(Scene(router, parent).Evaluate(point.program));
    count = static_cast<std::uint32_t>(list.list().size());
    element = list.list()[index];
  }
  Envelope child = CopyOf(parent, {.index = index, .count = count, .join = point.next});
  if (each) child.route.frames.emplace_back(EachFrame{parent.route.at, std::move(element)});
  return Start(router, std::move(child), targets[each ? 0 : index], now_ns);
}

Started StartCopy(const Router& router, const Envelope& envelope, std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  const Point& point = table.points[envelope.route.at];
  Envelope copy = CopyOf(envelope, {.count = 1});
  return Start(router, std::move(copy), Slice(table.pool.indices, point.targets)[0], now_ns);
}

Step PassTap(const Router& router, Envelope& envelope, std::int64_t now_ns) {
  return Walk(router, envelope, now_ns).GoOn(router.table().points[envelope.route.at].next);
}

}  // namespace mesh::route
