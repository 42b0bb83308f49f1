// What runs beside the envelope, and what it waits for.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/join.h"
#include "mesh/route/walk.h"

namespace mesh::route {

using contract::BuiltinError;
using contract::Index;
using contract::Point;

void Walk::Fork(const Point& point) {
  if (point.targets.count == 0) return void(at_ = point.next);
  envelope_.route.at = at_;
  envelope_.status.phase = Phase::kPending;
  step_ = Forked{point.targets.count};
}

void Walk::ForkEach(const Point& point) {
  const std::optional<Value> list = Evaluate(point.program);
  if (!list) return;
  const contract::Fork& fork = table_.forks[point.fork];
  const std::size_t count = list->list().size();
  if (fork.max > 0 && count > fork.max) {
    return Arise(MakeError(BuiltinError::kExpressionError,
                           fmt::format("`each` has {} elements, {} are allowed", count, fork.max)));
  }
  envelope_.route.at = at_;
  if (count == 0) {
    if (auto error = Collect(router_, point, {}, envelope_)) return Arise(std::move(*error));
    return void(at_ = point.next);
  }
  envelope_.status.phase = Phase::kPending;
  step_ = Forked{static_cast<std::uint32_t>(count)};
}

void Walk::NextStep(const Point& point) {
  auto* frame = Top<FollowFrame>();
  if (frame == nullptr) return Unroutable(point);
  if (frame->steps.empty()) {
    envelope_.route.frames.pop_back();
    return void(at_ = point.next);
  }
  const std::string step = std::move(frame->steps.front());
  frame->steps.erase(frame->steps.begin());
  const Point& follow = table_.points[frame->point];
  const auto listed = Slice(table_.pool.strings, table_.actors[follow.actor].steps);
  const auto* found = std::find(listed.begin(), listed.end(), step);
  if (found == listed.end()) return Unroutable(point);
  at_ = Target(follow, static_cast<Index>(found - listed.begin()));
}

void Walk::Park(const Point&) {
  envelope_.route.at = at_;
  envelope_.status.phase = Phase::kParked;
  step_ = Parked{};
}

void Walk::EndBranch(Phase phase, std::optional<Error> error) {
  Route& route = envelope_.route;
  if (!InBranch(route.frames)) return Unroutable(table_.points[at_]);
  while (!std::holds_alternative<BranchFrame>(route.frames.back())) route.frames.pop_back();
  envelope_.status.phase = phase;
  envelope_.status.error = std::move(error);
  step_ = BranchEnded{};
}

}  // namespace mesh::route
