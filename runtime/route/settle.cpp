// After the handler: its outcome goes into the envelope, which goes on.
#include <fmt/format.h>

#include "mesh/envelope/stops.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/declared_errors.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/router.h"
#include "mesh/route/walk.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;
using contract::Point;
using contract::PointKind;

Error Violation(const contract::Actor& actor, std::string message) {
  return MakeError(BuiltinError::kContractViolation, std::move(message), actor.name);
}

}  // namespace

Step Router::Complete(Envelope& envelope, const ValueList& results, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  const contract::Actor& actor = table_.actors[point.actor];
  AppendStop(envelope.route.prev, actor.name);
  Walk walk(*this, envelope, now_ns);
  if (point.kind != PointKind::kCall) return walk.GoOnFrom(at, Violation(actor, "a router returned results"));
  if (auto error = WriteResults(*this, point, results, envelope)) return walk.GoOnFrom(at, std::move(*error));
  return walk.GoOn(point.next);
}

Step Router::Choose(Envelope& envelope, Index label, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  const contract::Actor& actor = table_.actors[point.actor];
  AppendStop(envelope.route.prev, actor.name);
  Walk walk(*this, envelope, now_ns);
  if (point.kind != PointKind::kAsk || label >= point.targets.count) {
    return walk.GoOnFrom(at, Violation(actor, fmt::format("there is no label {} to choose", label)));
  }
  return walk.GoOn(Slice(table_.pool.indices, point.targets)[label]);
}

Step Router::Fail(Envelope& envelope, Error error, std::int64_t now_ns) const {
  const contract::Actor& actor = table_.actors[table_.points[envelope.route.at].actor];
  AppendStop(envelope.route.prev, actor.name);
  return Refuse(envelope, CheckRaised(*this, actor, std::move(error)), now_ns);
}

Step Router::Refuse(Envelope& envelope, Error error, std::int64_t now_ns) const {
  Walk walk(*this, envelope, now_ns);
  // Where the envelope is nowhere nothing can handle the error.
  if (envelope.route.at >= table_.points.size) return walk.Abort(std::move(error));
  return walk.GoOnFrom(envelope.route.at, std::move(error));
}

}  // namespace mesh::route
