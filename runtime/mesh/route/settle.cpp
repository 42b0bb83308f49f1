// After the handler: its outcome goes into the envelope, which goes on.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/envelope/stops.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/declared_errors.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/router.h"
#include "mesh/route/undo.h"
#include "mesh/route/walk.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;
using contract::Point;
using contract::PointKind;

/// What is wrong with a plan; empty: nothing.
std::string WrongPlan(const contract::RouteTable& table, const Point& point,
                      const std::vector<std::string>& steps) {
  const contract::Actor& router = table.actors[point.actor];
  if (steps.size() > router.max_steps)
    return fmt::format("planned {} steps, {} are allowed", steps.size(), router.max_steps);
  const auto listed = Slice(table.pool.strings, router.steps);
  const auto once = Slice(table.pool.indices, point.once);
  for (const std::string& step : steps) {
    const auto* found = std::find(listed.begin(), listed.end(), step);
    if (found == listed.end()) return fmt::format("planned `{}`, which it does not list", step);
    const bool again = std::count(steps.begin(), steps.end(), step) > 1;
    if (again &&
        std::find(once.begin(), once.end(), static_cast<Index>(found - listed.begin())) != once.end())
      return fmt::format("planned `{}` twice, which writes a field that is written once", step);
  }
  return {};
}

/// Does with each outcome what is to be done with one of its kind.
struct Settling {
  const Router& router;
  Envelope& envelope;
  std::int64_t now_ns;
  std::vector<EffectRecord>* obsolete;

  Step operator()(Results&& results) const {
    return router.Complete(envelope, results.values, now_ns, obsolete);
  }
  Step operator()(Choice&& choice) const { return router.Choose(envelope, choice.label, now_ns); }
  Step operator()(Plan&& plan) const { return router.Follow(envelope, std::move(plan.steps), now_ns); }
  Step operator()(Error&& error) const { return router.Fail(envelope, std::move(error), now_ns); }
};

}  // namespace

Step Router::Settle(Envelope& envelope, Outcome outcome, std::int64_t now_ns,
                    std::vector<EffectRecord>* obsolete) const {
  return std::visit(Settling{*this, envelope, now_ns, obsolete}, std::move(outcome));
}

Step Router::Complete(Envelope& envelope, const ValueList& results, std::int64_t now_ns,
                      std::vector<EffectRecord>* obsolete) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  const contract::Actor& actor = table_.actors[ActorAt(envelope)];
  AppendStop(envelope.route.prev, actor.name);
  if (point.kind == PointKind::kUndo) {
    const UndoCall* undone = NextUndo(envelope.route);
    // The call that was undone may happen again.
    if (obsolete != nullptr && !undone->key.empty()) obsolete->push_back({undone->undoes, undone->key});
    return EndUndo(*this, envelope, std::nullopt, now_ns);
  }
  Walk walk(*this, envelope, now_ns);
  if (point.kind != PointKind::kCall)
    return walk.GoOnFrom(at, MakeViolation(actor, "a router returned results"));
  std::optional<UndoRecorder> undo;
  if (point.undo.count > 0 || actor.undo != contract::kNone) undo.emplace(*this, envelope);
  if (auto error = WriteResults(*this, point, results, envelope)) return walk.GoOnFrom(at, std::move(*error));
  if (undo) undo->Record(results, envelope, obsolete);
  return walk.GoOn(point.next);
}

Step Router::Follow(Envelope& envelope, std::vector<std::string> steps, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  const contract::Actor& actor = table_.actors[ActorAt(envelope)];
  AppendStop(envelope.route.prev, actor.name);
  Walk walk(*this, envelope, now_ns);
  std::string wrong = point.kind == PointKind::kFollow ? WrongPlan(table_, point, steps)
                                                       : "planned steps, though nobody asked for them";
  if (!wrong.empty()) return walk.GoOnFrom(at, MakeViolation(actor, std::move(wrong)));
  envelope.route.frames.emplace_back(FollowFrame{at, std::move(steps)});
  return walk.GoOn(point.next);
}

Step Router::Choose(Envelope& envelope, Index label, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  const contract::Actor& actor = table_.actors[ActorAt(envelope)];
  AppendStop(envelope.route.prev, actor.name);
  Walk walk(*this, envelope, now_ns);
  if (point.kind != PointKind::kAsk || label >= point.targets.count) {
    return walk.GoOnFrom(at, MakeViolation(actor, fmt::format("there is no label {} to choose", label)));
  }
  return walk.GoOn(Slice(table_.pool.indices, point.targets)[label]);
}

Step Router::Fail(Envelope& envelope, Error error, std::int64_t now_ns) const {
  const contract::Actor& actor = table_.actors[ActorAt(envelope)];
  AppendStop(envelope.route.prev, actor.name);
  return Refuse(envelope, CheckRaised(*this, actor, std::move(error)), now_ns);
}

Step Router::Refuse(Envelope& envelope, Error error, std::int64_t now_ns) const {
  Walk walk(*this, envelope, now_ns);
  // Where the envelope is nowhere nothing can handle the error.
  if (envelope.route.at >= table_.points.size) return walk.Abort(std::move(error));
  if (table_.points[envelope.route.at].kind == PointKind::kUndo) {
    return EndUndo(*this, envelope, std::move(error), now_ns);
  }
  return walk.GoOnFrom(envelope.route.at, std::move(error));
}

}  // namespace mesh::route
