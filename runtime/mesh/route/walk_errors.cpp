// What becomes of errors during an advance.
#include <fmt/format.h>

#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/walk.h"

namespace mesh::route {

using contract::BuiltinError;
using contract::Index;
using contract::kNone;
using contract::Point;
using contract::PointKind;

void Walk::Arise(Error error) {
  if (error.name == BuiltinName(BuiltinError::kUnroutable)) return End(Phase::kFailed, std::move(error));
  LiftDeadline(error);
  const std::string arose_at(table_.points[at_].name);
  for (;;) {
    const Point& point = table_.points[at_];
    if (point.handler == kNone) {
      if (LeaveFlow()) continue;
      const bool cancelled = error.name == BuiltinName(BuiltinError::kCancelled);
      return End(cancelled ? Phase::kCancelled : Phase::kFailed, std::move(error));
    }
    const contract::Handler& handler = table_.handlers[point.handler];
    KeepFrames(envelope_.route, ActivationBase(envelope_.route) + handler.frames);
    DropLoops(envelope_.route, Slice(table_.pool.indices, handler.drop_loops));
    at_ = handler.target;
    if (Receive(table_.points[at_], error, arose_at)) return;
  }
}

bool Walk::Receive(const Point& point, Error& error, const std::string& arose_at) {
  if (point.kind == PointKind::kCatch) return Catch(point, error, arose_at);
  if (point.kind == PointKind::kBranchEnd) {
    EndBranch(Phase::kFailed, std::move(error));
    return true;
  }
  if (point.kind == PointKind::kUndo) {
    auto* saga = Top<SagaFrame>();
    if (saga == nullptr) return Unroutable(point), true;
    saga->error = std::move(error);
    return true;
  }
  if (point.kind == PointKind::kFinallyEnter) {
    envelope_.route.frames.emplace_back(FinallyFrame{contract::kExitError, std::move(error)});
    at_ = point.next;
  } else {
    Unroutable(point);
  }
  return true;
}

bool Walk::Catch(const Point& point, Error& error, const std::string& arose_at) {
  if (const contract::Case* match = MatchingCase(point, error)) {
    envelope_.status.log.push_back({now_ns_, error.name, error.actor, arose_at, "caught"});
    envelope_.route.frames.emplace_back(ClauseFrame{std::move(error)});
    at_ = match->target;
    return true;
  }
  if (point.targets.count == 0) return false;
  at_ = Target(point, point.targets.count - 1);
  return Receive(table_.points[at_], error, arose_at);
}

const contract::Case* Walk::MatchingCase(const Point& point, const Error& error) const {
  const Index index = router_.FindError(error.name);
  if (index == kNone) return nullptr;
  const bool fatal = table_.errors[index].error_class == contract::ErrorClass::kFatal;
  for (const contract::Case& each : Slice(table_.cases, point.cases)) {
    const bool any = each.error == static_cast<Index>(BuiltinError::kAny);
    if (any ? !fatal : router_.IsError(index, each.error)) return &each;
  }
  return nullptr;
}

void Walk::StepsSpent() {
  Error error = MakeError(BuiltinError::kExpressionError,
                          fmt::format("one advance took more than {} steps", router_.limits().steps));
  // Whoever handles it gets as many steps again, once: an advance always ends.
  if (steps_spent_) return End(Phase::kFailed, std::move(error));
  steps_spent_ = true;
  steps_ = 0;
  Arise(std::move(error));
}

void Walk::LiftDeadline(const Error& error) {
  const bool cancelled = error.name == BuiltinName(BuiltinError::kCancelled);
  if (!cancelled && error.name != BuiltinName(BuiltinError::kDeadlineExceeded)) return;
  envelope_.cancelled = false;
  envelope_.status.deadline_at_ns.reset();
  for (Frame& frame : envelope_.route.frames) {
    auto* call = std::get_if<CallFrame>(&frame);
    if (call != nullptr && call->deadline_ns && (cancelled || *call->deadline_ns <= now_ns_))
      call->deadline_ns = kNoDeadline;
  }
}

bool Walk::LeaveFlow() {
  Route& route = envelope_.route;
  DropLoops(route, table_.flows[table_.points[at_].flow].loops);
  KeepFrames(route, ActivationBase(route));
  if (route.frames.empty()) return false;
  CallFrame frame = std::get<CallFrame>(std::move(route.frames.back()));
  route.frames.pop_back();
  if (frame.deadline_ns) {
    envelope_.status.deadline_at_ns.reset();
    if (*frame.deadline_ns != kNoDeadline) envelope_.status.deadline_at_ns = frame.deadline_ns;
  }
  if (frame.payload) {
    envelope_.payload = std::move(*frame.payload);
    envelope_.unknown = std::move(frame.unknown);
  }
  at_ = frame.point;
  route.flow = table_.flows[table_.points[at_].flow].name;
  return true;
}

void Walk::End(Phase phase, std::optional<Error> error) {
  if (InBranch(envelope_.route.frames)) return EndBranch(phase, std::move(error));
  // An error that nothing may handle leaves the flows behind it as well.
  while (at_ != kNone && LeaveFlow()) {
  }
  Route& route = envelope_.route;
  route.at = kNone;
  route.loops.clear();
  ++route.hop;
  envelope_.status.phase = phase;
  envelope_.status.error = std::move(error);
  step_ = Ended{};
}

}  // namespace mesh::route
