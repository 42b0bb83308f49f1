// Children and copies: how they begin.
#include <fmt/format.h>

#include "mesh/envelope/ids.h"
#include "mesh/route/arrival.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/join.h"
#include "mesh/route/scene.h"
#include "mesh/route/walk.h"

namespace mesh::route {
namespace {

using contract::Index;
using contract::Point;

/// The frames of `parent`, with sagas that have nothing to undo yet.
std::vector<Frame> FramesOf(const Envelope& parent) {
  std::vector<Frame> frames;
  frames.reserve(parent.route.frames.size() + 2);
  for (const Frame& frame : parent.route.frames) {
    if (const auto* saga = std::get_if<SagaFrame>(&frame))
      frames.emplace_back(SagaFrame{.undo = {}, .error = saga->error});
    else
      frames.push_back(frame);
  }
  return frames;
}

/// A copy of `parent` with a branch frame; what it undoes, where it was and what it recovered from are
/// its own, and are not copied first: there may be much of it, and many children.
Envelope CopyOf(const Envelope& parent, BranchFrame branch) {
  branch.fork_id = ForkId(parent);
  Envelope child;
  child.id = ChildId(fmt::format("{}/{}", branch.fork_id, branch.index));
  child.parent_id = parent.id;
  child.root_id = parent.root();
  // The child of the other one that is at the same place.
  if (!parent.replay_of.empty()) {
    child.replay_of =
        ChildId(fmt::format("{}/{}/{}", parent.replay_of, ArrivalOf(parent.route), branch.index));
  }
  child.route = {.prev = {},
                 .flow = parent.route.flow,
                 .table = parent.route.table,
                 .at = parent.route.at,
                 .loops = parent.route.loops,
                 .frames = FramesOf(parent),
                 .hop = parent.route.hop};
  child.route.frames.emplace_back(std::move(branch));
  const Status& status = parent.status;
  child.status = {.phase = status.phase,
                  .attempt = status.attempt,
                  .max_attempts = status.max_attempts,
                  .created_at_ns = status.created_at_ns,
                  .updated_at_ns = status.updated_at_ns,
                  .deadline_at_ns = status.deadline_at_ns,
                  .error = status.error,
                  .log = {}};
  child.headers = parent.headers;
  child.payload = parent.payload;
  child.unknown = parent.unknown;
  child.cancelled = parent.cancelled;
  return child;
}

Started Start(const Router& router, Envelope child, Index at, std::int64_t now_ns) {
  Step step = Walk(router, child, now_ns).GoOn(at);
  return {std::move(child), step};
}

}  // namespace

std::string ForkId(const Envelope& parent) {
  return fmt::format("{}/{}", parent.id, ArrivalOf(parent.route));
}

Value ElementsOf(const Router& router, const Envelope& parent) {
  const Point& point = router.table().points[parent.route.at];
  if (point.kind != contract::PointKind::kEachFork) return {};
  return std::get<Value>(Scene(router, parent).Evaluate(point.program));
}

Started StartChild(const Router& router, const Envelope& parent, const Value& elements, std::uint32_t index,
                   std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  const Point& point = table.points[parent.route.at];
  const auto targets = Slice(table.pool.indices, point.targets);
  if (point.kind != contract::PointKind::kEachFork) {
    Envelope child = CopyOf(parent, {.index = index, .count = point.targets.count, .join = point.next});
    return Start(router, std::move(child), targets[index], now_ns);
  }
  const ValueList& list = elements.list();
  Envelope child =
      CopyOf(parent, {.index = index, .count = static_cast<std::uint32_t>(list.size()), .join = point.next});
  child.route.frames.emplace_back(EachFrame{parent.route.at, list[index]});
  return Start(router, std::move(child), targets[0], now_ns);
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

Step GiveUpBranch(Envelope& child, std::int64_t now_ns) {
  auto& frames = child.route.frames;
  while (!std::holds_alternative<BranchFrame>(frames.back())) frames.pop_back();
  child.status.phase = Phase::kCancelled;
  child.status.updated_at_ns = now_ns;
  child.status.error =
      MakeError(contract::BuiltinError::kCancelled, "its join was decided before its branch had ended");
  return BranchEnded{};
}

}  // namespace mesh::route
