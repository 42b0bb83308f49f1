// Envelopes that wait for a signal.
#include <fmt/format.h>

#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/router.h"
#include "mesh/route/walk.h"
#include "mesh/value/saturating.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;
using contract::Point;

/// While an envelope is parked the clock of its flows stands still; in a branch it runs on.
void MoveDeadlines(Envelope& envelope, std::int64_t now_ns) {
  if (InBranch(envelope.route.frames)) return;
  const std::int64_t parked_ns = now_ns - envelope.status.updated_at_ns;
  if (envelope.status.deadline_at_ns)
    envelope.status.deadline_at_ns = AddSaturating(*envelope.status.deadline_at_ns, parked_ns);
  for (Frame& frame : envelope.route.frames) {
    auto* call = std::get_if<CallFrame>(&frame);
    if (call != nullptr && call->deadline_ns && *call->deadline_ns != kNoDeadline)
      call->deadline_ns = AddSaturating(*call->deadline_ns, parked_ns);
  }
}

}  // namespace

Step Router::Wake(Envelope& envelope, Value signal, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  MoveDeadlines(envelope, now_ns);
  Walk walk(*this, envelope, now_ns);
  if (auto error = WriteSet(*this, point, std::move(signal), envelope))
    return walk.GoOnFrom(at, std::move(*error));
  return walk.GoOn(point.next);
}

Step Router::WakeLate(Envelope& envelope, std::int64_t now_ns) const {
  const Index at = envelope.route.at;
  const Point& point = table_.points[at];
  MoveDeadlines(envelope, now_ns);
  Walk walk(*this, envelope, now_ns);
  if (point.targets.count > 0) return walk.GoOn(Slice(table_.pool.indices, point.targets)[0]);
  return walk.GoOnFrom(
      at, MakeError(BuiltinError::kTimeout, fmt::format("no `{}` has come in time", point.signal)));
}

}  // namespace mesh::route
