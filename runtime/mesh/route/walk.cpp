#include "mesh/route/walk.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/check_value.h"
#include "mesh/route/expression_text.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/point_kinds.h"
#include "mesh/route/scene.h"
#include "mesh/route/sound_bindings.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"
#include "mesh/value/zero.h"

namespace mesh::route {

using contract::BuiltinError;
using contract::Index;
using contract::kNone;
using contract::Point;
using contract::PointKind;

Walk::Walk(const Router& router, Envelope& envelope, std::int64_t now_ns)
    : router_(router), table_(router.table()), envelope_(envelope), now_ns_(now_ns) {}

Step Walk::GoOn(Index at) {
  at_ = at;
  return Run();
}

Step Walk::GoOnFrom(Index at, Error error) {
  at_ = at;
  Arise(std::move(error));
  return Run();
}

Step Walk::Abort(Error error) {
  End(Phase::kFailed, std::move(error));
  return *step_;
}

Step Walk::Run() {
  while (!step_) {
    if (++steps_ > router_.limits().steps)
      StepsSpent();
    else
      Execute(table_.points[at_]);
  }
  envelope_.status.updated_at_ns = now_ns_;
  return *step_;
}

void Walk::Execute(const Point& point) {
  switch (point.kind) {
    case PointKind::kCall:
    case PointKind::kAsk:
    case PointKind::kFollow: return Arrive(point);
    case PointKind::kFollowNext: return NextStep(point);
    case PointKind::kFlowCall: return CallFlow(point);
    case PointKind::kReturn: return Return();
    case PointKind::kSet: return Set(point);
    case PointKind::kBranch: return Branch(point);
    case PointKind::kMatch: return Match(point);
    case PointKind::kLoopStart:
      SetRounds(envelope_.route, point.loop, 0);
      at_ = point.next;
      return;
    case PointKind::kLoopRound: return Round(point);
    case PointKind::kUnwind: return Unwind(point);
    case PointKind::kFinallyEnter:
      envelope_.route.frames.emplace_back(FinallyFrame{point.exit});
      at_ = point.next;
      return;
    case PointKind::kFinallyExit: return LeaveFinally(point);
    case PointKind::kRaise: return Raise(point);
    case PointKind::kReraise: return Reraise();
    case PointKind::kFork: return Fork(point);
    case PointKind::kEachFork: return ForkEach(point);
    case PointKind::kJoin: at_ = point.next; return;
    case PointKind::kBranchEnd: return EndBranch(Phase::kSucceeded, std::nullopt);
    case PointKind::kPark: return Park(point);
    case PointKind::kTap:
      envelope_.route.at = at_;
      step_ = Tapped{};
      return;
    case PointKind::kSagaEnter:
      envelope_.route.frames.emplace_back(SagaFrame{});
      at_ = point.next;
      return;
    case PointKind::kSagaExit:
      if (Top<SagaFrame>() == nullptr) return Unroutable(point);
      PopFrame(envelope_.route);
      at_ = point.next;
      return;
    case PointKind::kUndo: return Undo(point);
    case PointKind::kCatch: return Unroutable(point);
  }
}

void Walk::Arrive(const Point& point) {
  envelope_.route.at = at_;
  // What the bindings yield does not travel: the actor's host evaluates them again.
  auto bound = router_.Bind(envelope_);
  if (auto* error = std::get_if<Error>(&bound)) return Arise(std::move(*error));
  Wait(point.actor);
}

void Walk::Wait(Index actor) {
  Status& status = envelope_.status;
  const contract::RetryPolicy* retry = router_.RetryAt(envelope_);
  status.phase = Phase::kProcessing;
  status.attempt = 1;
  status.max_attempts = retry == nullptr ? 1 : retry->attempts;
  ++envelope_.route.hop;
  step_ = Deliver{actor};
}

void Walk::Set(const Point& point) {
  std::optional<Value> value = Evaluate(point.program);
  if (!value) return;
  if (auto error = WriteSet(router_, point, std::move(*value), envelope_)) return Arise(std::move(*error));
  at_ = point.next;
}

void Walk::Branch(const Point& point) {
  const std::optional<Value> condition = Evaluate(point.program);
  if (!condition) return;
  if (condition->kind() != ValueKind::kBool) {
    return Arise(MakeError(BuiltinError::kExpressionError, "a condition is no bool"));
  }
  at_ = Target(point, condition->boolean() ? 0 : 1);
}

void Walk::Match(const Point& point) {
  const std::optional<Value> subject = Evaluate(point.program);
  if (!subject) return;
  Value wanted = *subject;
  if (wanted.kind() == ValueKind::kUnion) {
    const Index type = BareType(table_.pool, table_.pool.programs[point.program].result);
    if (type == kNone || table_.pool.types[type].kind != contract::TypeKind::kUnion) return Unroutable(point);
    wanted = Value::String(
        std::string(Slice(table_.pool.members, table_.pool.types[type].members)[wanted.tag()].name));
  }
  for (const contract::Case& each : Slice(table_.cases, point.cases)) {
    if (router_.evaluator().Constant(each.constant) == wanted) return void(at_ = each.target);
  }
  if (point.targets.count > 0) return void(at_ = Target(point, point.targets.count - 1));
  Arise(MakeError(BuiltinError::kExpressionError, "no arm of the match fits"));
}

void Walk::Round(const Point& point) {
  const std::uint32_t rounds = RoundsOf(envelope_.route, point.loop);
  const bool exhausted = rounds >= table_.loops[point.loop].max;
  if (!exhausted) SetRounds(envelope_.route, point.loop, rounds + 1);
  at_ = Target(point, exhausted ? 1 : 0);
}

void Walk::Unwind(const Point& point) {
  Route& route = envelope_.route;
  const std::size_t own = route.frames.size() - ActivationBase(route);
  for (std::size_t i = std::min<std::size_t>(own, point.frames); i > 0; --i) PopFrame(route);
  DropLoops(route, Slice(table_.pool.indices, point.loops));
  at_ = point.next;
}

void Walk::LeaveFinally(const Point& point) {
  auto* top = Top<FinallyFrame>();
  if (top == nullptr) return Unroutable(point);
  FinallyFrame frame = std::move(*top);
  envelope_.route.frames.pop_back();
  if (frame.error) return Arise(std::move(*frame.error));
  if (frame.exit >= point.targets.count) return Unroutable(point);
  at_ = Target(point, frame.exit);
}

void Walk::Raise(const Point& point) {
  const contract::ErrorKind& kind = table_.errors[point.error];
  Error error{.name = std::string(kind.name), .by_raise = true};
  if (point.program != kNone) {
    const std::optional<Value> message = Evaluate(point.program);
    if (!message) return;
    if (message->kind() == ValueKind::kString) error.message = message->text();
    if (router_.sensitivity().HidesProgram(point.program)) error.message = kRedacted;
  }
  if (point.detail != kNone) {
    std::optional<Value> detail = Evaluate(point.detail);
    if (!detail) return;
    if (const auto broken = CheckValue(router_, kind.detail_type, *detail)) {
      return Arise(MakeError(BuiltinError::kContractViolation,
                             fmt::format("the detail of `{}`: {}{}{}", kind.name, broken->path,
                                         broken->path.empty() ? "" : ": ", broken->message)));
    }
    error.detail = std::move(*detail);
  } else if (kind.detail_type != kNone) {
    error.detail = ZeroOf(table_.pool, kind.detail_type).value_or(Value());
  }
  Arise(std::move(error));
}

void Walk::Reraise() {
  const std::vector<Frame>& frames = envelope_.route.frames;
  for (std::size_t i = frames.size(); i > ActivationBase(envelope_.route); --i) {
    if (const auto* clause = std::get_if<ClauseFrame>(&frames[i - 1])) return Arise(Error(clause->error));
  }
  Unroutable(table_.points[at_]);
}

void Walk::Unroutable(const Point& point) {
  End(Phase::kFailed,
      MakeError(BuiltinError::kUnroutable,
                fmt::format("point `{}`: this runtime cannot execute {} here", point.name, KindName(point))));
}

std::optional<Value> Walk::Evaluate(Index program) {
  auto outcome = Scene(router_, envelope_).Evaluate(program);
  if (auto* value = std::get_if<Value>(&outcome)) return std::move(*value);
  Arise(MakeError(BuiltinError::kExpressionError,
                  fmt::format("{}: {}", std::get<expression::Failure>(outcome).message,
                              ExpressionPlace(table_, table_.points[at_], program))));
  return std::nullopt;
}

Index Walk::Target(const Point& point, Index index) const {
  return Slice(table_.pool.indices, point.targets)[index];
}

}  // namespace mesh::route
