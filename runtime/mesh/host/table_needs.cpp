#include "mesh/host/table_needs.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/value/times.h"

namespace mesh::host {

namespace {

const contract::Actor* ActorAt(const contract::RouteTable& table, const contract::Point& point) {
  return point.actor == contract::kNone ? nullptr : &table.actors[point.actor];
}

/// How a call may run for longer than the transport waits for whoever has its message; empty: it may not.
std::string FindLongCall(const contract::RouteTable& table, const contract::Point& point,
                         const transport::LoanLimit& limit) {
  const contract::Actor* const actor = ActorAt(table, point);
  if (actor == nullptr) return {};
  const std::int64_t timeout_ns = point.timeout_ns >= 0 ? point.timeout_ns : actor->timeout_ns;
  if (timeout_ns > 0 && timeout_ns <= limit.call_ns) return {};
  return fmt::format(
      "`{}` at `{}` may run {}, and the broker takes its message away before: a timeout there is {} at most",
      actor->name, point.name,
      timeout_ns > 0 ? fmt::format("for {}", PrintDuration({timeout_ns})) : "without a timeout",
      PrintDuration({limit.call_ns}));
}

/// A call may be undone.
bool HasSagas(const contract::RouteTable& table) {
  return std::ranges::any_of(
      table.points, [](const contract::Point& point) { return point.kind == contract::PointKind::kUndo; });
}

bool HasEffect(const contract::Actor& actor) { return actor.effect != contract::Effect::kNoEffect; }

/// Who has the effect of a call: its actor, or what undoes it; null: nobody.
const contract::Actor* FindEffect(const contract::RouteTable& table, const contract::Actor& actor) {
  if (HasEffect(actor)) return &actor;
  const contract::Actor* const undo = actor.undo == contract::kNone ? nullptr : &table.actors[actor.undo];
  return undo != nullptr && HasEffect(*undo) && HasSagas(table) ? undo : nullptr;
}

/// What happens at the point that more is kept of than travels with an envelope; empty: nothing.
std::string FindKept(const contract::RouteTable& table, const contract::Point& point) {
  const contract::Actor* const actor = ActorAt(table, point);
  const contract::Actor* const effect = actor == nullptr ? nullptr : FindEffect(table, *actor);
  if (effect != nullptr) return fmt::format("`{}` has an effect", effect->name);
  switch (point.kind) {
    case contract::PointKind::kFork:
    case contract::PointKind::kEachFork: return "the mesh forks";
    case contract::PointKind::kTap: return "the mesh taps";
    case contract::PointKind::kPark: return "envelopes wait for a signal";
    default: return {};
  }
}

std::string FindLackAt(const contract::RouteTable& table, const contract::Point& point,
                       transport::Transport& transport) {
  if (const auto limit = transport.loan_limit()) {
    if (std::string call = FindLongCall(table, point, *limit); !call.empty()) return call;
  }
  const transport::Ledger* const ledger = transport.ledger();
  if (ledger == nullptr || ledger->state().keeps_roots()) return {};
  const std::string kept = FindKept(table, point);
  if (kept.empty()) return {};
  return fmt::format(
      "{} at `{}`, and an AMQP broker keeps no state: name what all hosts share, --state redis://HOST or "
      "nats://HOST, or on one machine --state sqlite:PATH",
      kept, point.name);
}

}  // namespace

std::string FindLackOf(const contract::RouteTable& table, transport::Transport& transport) {
  for (const contract::Point& point : table.points) {
    const std::string lack = FindLackAt(table, point, transport);
    if (!lack.empty()) return fmt::format("table {}: {}", table.digest, lack);
  }
  return {};
}

}  // namespace mesh::host
