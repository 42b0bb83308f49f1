// Before the handler: may the envelope be delivered?
#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/router.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;

Error WaitsForNobody() {
  return MakeError(BuiltinError::kContractViolation, "the envelope waits for no actor");
}

}  // namespace

std::optional<Error> Router::Interruption(const Envelope& envelope, std::int64_t now_ns,
                                          std::string_view before) const {
  if (envelope.cancelled) {
    return MakeError(BuiltinError::kCancelled, fmt::format("cancelled before `{}`", before));
  }
  if (envelope.status.deadline_at_ns && now_ns > *envelope.status.deadline_at_ns) {
    return MakeError(BuiltinError::kDeadlineExceeded,
                     fmt::format("the deadline has passed before `{}`", before));
  }
  return std::nullopt;
}

std::optional<Error> Router::Admit(const Envelope& envelope, std::int64_t now_ns) const {
  if (envelope.route.at >= table_.points.size) return WaitsForNobody();
  const contract::Point& point = table_.points[envelope.route.at];
  // Undo calls run whatever has happened.
  if (point.kind == contract::PointKind::kUndo) return std::nullopt;
  if (point.actor == contract::kNone) return WaitsForNobody();
  const std::string_view actor = table_.actors[point.actor].name;
  if (auto error = Interruption(envelope, now_ns, actor)) return error;
  const auto fields = Slice(table_.fields, table_.envelopes[table_.flows[point.flow].envelope].fields);
  for (const Index slot : Slice(table_.pool.indices, point.requires_fields)) {
    if (slot < envelope.payload.size() && envelope.payload[slot].kind() != ValueKind::kAbsent) continue;
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("field `{}` is missing before `{}`", fields[slot].name, actor));
  }
  return std::nullopt;
}

}  // namespace mesh::route
