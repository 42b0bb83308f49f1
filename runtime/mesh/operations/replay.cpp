#include "mesh/operations/replay.h"

#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "mesh/durable/planner.h"
#include "mesh/durable/records.h"
#include "mesh/route/resume.h"
#include "mesh/state/keys.h"
#include "mesh/value/saturating.h"

namespace mesh::operations {

namespace {

/// The time that is left runs from now on. Where there was none left it has as much as a new one.
void MoveDeadlines(const route::Router& router, Envelope& envelope, std::int64_t now_ns) {
  const std::int64_t gone_ns = now_ns - envelope.status.updated_at_ns;
  auto& deadline = envelope.status.deadline_at_ns;
  const bool too_late = deadline && *deadline < envelope.status.updated_at_ns;
  if (deadline) deadline = AddSaturating(*deadline, gone_ns);
  for (Frame& frame : envelope.route.frames) {
    auto* call = std::get_if<CallFrame>(&frame);
    if (call != nullptr && call->deadline_ns && *call->deadline_ns != kNoDeadline)
      call->deadline_ns = AddSaturating(*call->deadline_ns, gone_ns);
  }
  if (!too_late) return;
  deadline.reset();
  const contract::Index flow = router.FindFlow(envelope.route.flow);
  const std::int64_t sla_ns = flow == contract::kNone ? 0 : router.table().flows[flow].sla_ns;
  if (sla_ns > 0) deadline = AddSaturating(now_ns, sla_ns);
}

void Renew(const route::Router& router, const ReplayOrder& order, Envelope& envelope, std::int64_t now_ns) {
  envelope.replay_of = std::exchange(envelope.id, order.id);
  envelope.cancelled = false;
  envelope.route.claim.clear();
  MoveDeadlines(router, envelope, now_ns);
  Status& status = envelope.status;
  status.phase = Phase::kPending;
  status.attempt = 1;
  status.error.reset();
  status.created_at_ns = now_ns;
  status.updated_at_ns = now_ns;
}

/// Why it cannot go on; empty: it can.
std::string FindObstacle(const durable::Reading& reading) {
  if (const auto* unknown = std::get_if<durable::UnknownTable>(&reading))
    return fmt::format("no route table here has the digest `{}`: --routes names a folder of tables",
                       unknown->digest);
  if (const auto* broken = std::get_if<durable::Unreadable>(&reading))
    return fmt::format("it is no envelope of its table: {}", broken->why);
  const Envelope& envelope = *std::get<durable::ReadEnvelope>(reading).envelope;
  if (!envelope.root_id.empty()) return "it is a branch or a copy: replay its root";
  return {};
}

}  // namespace

std::variant<Replayed, std::string> Replay(const ReplayOrder& order, const durable::KnownTables& tables,
                                           transport::Ledger& ledger, std::int64_t now_ns) {
  durable::Reading reading = tables.Read(order.stand);
  if (std::string obstacle = FindObstacle(reading); !obstacle.empty()) return obstacle;
  const auto& read = std::get<durable::ReadEnvelope>(reading);
  const durable::KnownTable& table = *read.table;
  Envelope& envelope = *read.envelope;
  const route::Router& router = table.router;
  const bool ended = envelope.status.phase == Phase::kSucceeded || envelope.status.phase == Phase::kFailed ||
                     envelope.status.phase == Phase::kCancelled;
  if (order.at.empty() && ended) return "how it stood before it ended is not kept: name a point by --at";
  if (!order.at.empty()) {
    if (auto problem = route::MoveTo(router, envelope, order.at, now_ns)) return std::move(*problem);
  }
  Renew(router, order, envelope, now_ns);
  const std::string at = envelope.route.at == contract::kNone
                             ? std::string()
                             : std::string(router.table().points[envelope.route.at].name);
  const std::string old = envelope.replay_of;
  const auto before = std::make_shared<const std::string>(table.Write(envelope));
  const route::Step step = route::Resume(router, envelope, now_ns);
  const auto plan = [&](const state::State& state) {
    durable::Planner planner(tables, state, now_ns, durable::EntryNonce(ledger));
    // Without effects nobody asks what it repeats.
    if (state.keeps_roots()) {
      planner.draft().Put(
          state::RootKey(order.id),
          durable::Write(durable::RootRecord{.replay_of = old, .real_effects = order.real_effects}));
      planner.draft().Put(state::ReplayKey(old), order.id,
                          AddSaturating(now_ns, durable::kFailedRetentionNs));
    }
    planner.Add(table, envelope, step, before);
    return planner.Take();
  };
  if (ledger.CarryOut(std::nullopt, plan) != transport::Outcome::kDone) return "the transport is closed";
  return Replayed{.replay_of = old, .id = order.id, .at = at};
}

}  // namespace mesh::operations
