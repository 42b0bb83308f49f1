#include "mesh/host/table_needs.h"

#include <fmt/format.h>

#include "mesh/route/kept.h"
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

std::string FindLackAt(const contract::RouteTable& table, const contract::Point& point,
                       transport::Transport& transport) {
  if (const auto limit = transport.loan_limit()) {
    if (std::string call = FindLongCall(table, point, *limit); !call.empty()) return call;
  }
  const transport::Ledger* const ledger = transport.ledger();
  if (ledger == nullptr || ledger->state().keeps_roots()) return {};
  const std::string kept = route::FindKept(table, point);
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
