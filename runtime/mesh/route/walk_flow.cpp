// Calls of flows, on the caller's envelope and on one of their own.
#include "mesh/route/activation.h"
#include "mesh/route/bindings.h"
#include "mesh/route/entry.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/walk.h"
#include "mesh/value/saturating.h"

namespace mesh::route {

using contract::Point;

void Walk::CallFlow(const Point& point) {
  const contract::Flow& callee = table_.flows[point.callee];
  CallFrame frame{.point = at_};
  if (point.own_envelope) {
    if (auto error = EnterOwnEnvelope(point, frame)) return Arise(std::move(*error));
  }
  std::optional<std::int64_t>& deadline = envelope_.status.deadline_at_ns;
  const std::int64_t narrowed = AddSaturating(now_ns_, callee.sla_ns);
  if (callee.sla_ns > 0 && (!deadline || narrowed < *deadline)) {
    frame.deadline_ns = deadline.value_or(kNoDeadline);
    deadline = narrowed;
  }
  envelope_.route.frames.emplace_back(std::move(frame));
  envelope_.route.flow = callee.name;
  at_ = callee.entry;
}

/// The frame keeps the caller's payload, also if what the callee would get is wrong.
std::optional<Error> Walk::EnterOwnEnvelope(const Point& point, CallFrame& frame) {
  auto bound = BindFields(router_, envelope_, point);
  if (auto* error = std::get_if<Error>(&bound)) return std::move(*error);
  frame.payload = std::exchange(envelope_.payload, std::get<ValueList>(std::move(bound)));
  frame.unknown = std::exchange(envelope_.unknown, {});
  auto error = PrepareEntry(router_, point.callee, envelope_);
  if (!error) return std::nullopt;
  envelope_.payload = std::move(*frame.payload);
  envelope_.unknown = std::move(frame.unknown);
  return error;
}

void Walk::LeaveFlowsBelow(contract::Index flow) {
  at_ = envelope_.route.at;
  while (table_.points[at_].flow != flow && ActivationBase(envelope_.route) > 0) LeaveFlow();
  envelope_.route.at = at_;
}

void Walk::Return() {
  const std::vector<Frame>& frames = envelope_.route.frames;
  const std::size_t base = ActivationBase(envelope_.route);
  const bool own_envelope = base > 0 && std::get<CallFrame>(frames[base - 1]).payload;
  const ValueList callee = own_envelope ? envelope_.payload : ValueList();
  if (!LeaveFlow()) return End(Phase::kSucceeded, std::nullopt);
  const Point& call = table_.points[at_];
  if (own_envelope) {
    if (auto error = WriteBack(router_, call, callee, envelope_)) return Arise(std::move(*error));
  }
  at_ = call.next;
}

}  // namespace mesh::route
