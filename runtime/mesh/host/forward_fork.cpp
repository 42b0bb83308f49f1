// Envelopes that run beside others: children of forks, copies of taps.
#include <algorithm>
#include <utility>

#include "mesh/host/forwarding.h"
#include "mesh/route/join.h"
#include "mesh/route/steps.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

/// What a join does when its time has come.
Joins::TimeOut TimeOutOf(const Services& services, const std::string& fork_id, std::int64_t timeout_ns) {
  const auto late = [&services, fork_id] {
    auto decided = services.joins.EndLate(fork_id);
    if (!decided) return;
    Forwarding forwarding(services);
    forwarding.Decide(std::move(*decided));
    forwarding.Run();
  };
  return {.due_ns = AddSaturating(services.clock.now_ns(), timeout_ns), .action = late};
}

}  // namespace

/// A fork takes credit for all children but one, or runs narrower.
void Forwarding::Do(Moving moving, const route::Forked& forked) {
  const route::Router& router = moving.table->router;
  if (const auto failed = route::GiveUpFork(router, *moving.envelope, forked.count, services_.clock.now_ns()))
    return Add(*moving.table, std::move(moving.envelope), *failed);
  const contract::RouteTable& table = router.table();
  const contract::Fork& fork = table.forks[table.points[moving.envelope->route.at].fork];
  const std::uint32_t wanted = route::WidthOf(fork, forked.count);
  const std::uint32_t credit = services_.admission.TakeUpTo(wanted - 1);
  const std::string fork_id = route::ForkId(*moving.envelope);
  std::optional<Joins::TimeOut> time_out;
  if (fork.timeout_ns > 0) time_out = TimeOutOf(services_, fork_id, fork.timeout_ns);
  Value elements = route::ElementsOf(router, *moving.envelope);
  services_.telling.Tell(observation::Forked{*moving.envelope, forked.count});
  auto start = services_.joins.Open(fork_id,
                                    {.parent = std::move(moving.envelope),
                                     .table = moving.table,
                                     .elements = std::move(elements),
                                     .count = forked.count,
                                     .width = credit + 1,
                                     .credit = credit},
                                    std::move(time_out));
  while (!start.empty()) {
    Start(start.back());
    start.pop_back();
  }
  services_.activity.End();
}

void Forwarding::Start(const ChildToStart& child) {
  const Fork& fork = *child.fork;
  services_.families.Add(fork.parent->root());
  services_.activity.Begin();
  route::Started started = route::StartChild(fork.table->router, *fork.parent, fork.elements, child.index,
                                             services_.clock.now_ns());
  Add(*fork.table, std::make_unique<Envelope>(std::move(started.envelope)), started.step);
}

/// The copy goes first, so that it is safe before the envelope's input is acknowledged.
void Forwarding::Do(Moving moving, const route::Tapped&) {
  const route::Router& router = moving.table->router;
  const std::int64_t now_ns = services_.clock.now_ns();
  services_.admission.Add();
  services_.activity.Begin();
  services_.families.Add(moving.envelope->root());
  services_.telling.Tell(observation::Tapped{*moving.envelope});
  route::Started copy = route::StartCopy(router, *moving.envelope, now_ns);
  const route::Step step = route::PassTap(router, *moving.envelope, now_ns);
  Add(*moving.table, std::move(moving.envelope), step);
  Add(*moving.table, std::make_unique<Envelope>(std::move(copy.envelope)), copy.step);
}

void Forwarding::Do(Moving moving, const route::BranchEnded&) {
  EndBranch(std::move(moving));
  services_.activity.End();
}

void Forwarding::EndBranch(Moving moving) {
  const Envelope& child = *moving.envelope;
  using Line = observation::Ended::Line;
  const bool copy = std::get<BranchFrame>(child.route.frames.back()).join == contract::kNone;
  const bool failed = child.status.phase != Phase::kSucceeded;
  services_.telling.Tell(observation::Ended{&child, child.id, copy ? Line::kCopy : Line::kBranch, failed});
  if (copy) return EndCopy(child);
  const std::string root = moving.envelope->root();
  Joins::Progress progress = services_.joins.End(std::move(moving.envelope));
  if (progress.dropped != nullptr)
    services_.telling.Tell(
        observation::Dropped{progress.dropped->id, observation::Dropped::Why::kLateBranch});
  if (!progress.first_end) {
    // It was in nobody's hands when its root was given up; what is kept for the family waits for it.
    if (!services_.sinks.under_way(root)) LeaveFamily(services_, root);
    return;
  }
  if (progress.start) Start(*progress.start);
  if (progress.decided) Decide(std::move(*progress.decided));
  LeaveFamily(services_, root);
  if (progress.late) services_.admission.LeaveLate();
}

/// Nobody waits for it; its error was counted when it arose.
void Forwarding::EndCopy(const Envelope& copy) {
  LeaveFamily(services_, copy.root());
  services_.admission.Leave();
}

void Forwarding::GiveUp(const ServedTable& table, std::unique_ptr<Envelope> child) {
  const route::Step step = route::GiveUpBranch(*child, services_.clock.now_ns());
  Add(table, std::move(child), step);
}

void Forwarding::Decide(DecidedJoin join) {
  const Fork& fork = *join.fork;
  services_.admission.EndFork(fork.credit, join.losers);
  if (join.losers > 0) TellLosers(fork.parent->root(), join.fork_id);
  auto parent = std::make_unique<Envelope>(*fork.parent);
  std::vector<const Envelope*> children;
  for (const auto& child : join.children) children.push_back(child.get());
  const route::Step step =
      route::Join(fork.table->router, *parent, children, join.verdict, services_.clock.now_ns());
  services_.activity.Begin();
  services_.telling.Tell(observation::Joined{*parent});
  Add(*fork.table, std::move(parent), step);
}

void Forwarding::GiveUpParked(const std::string& fork_id) {
  for (ParkedEnvelope& parked : services_.parks.TakeAllOfFork(fork_id)) {
    Unpark(*parked.envelope, observation::Woken::By::kDecision);
    GiveUp(*parked.table, std::move(parked.envelope));
  }
}

/// Those that wait for a signal, or for an unhealthy actor, wait no longer, those that run are asked to stop.
/// What waits in a mailbox is found when it is delivered.
void Forwarding::TellLosers(const std::string& root, const std::string& fork_id) {
  GiveUpParked(fork_id);
  const auto unwanted = [this](const Envelope& envelope) { return services_.joins.Unwanted(envelope); };
  for (Station* station : services_.stations) {
    station->StopCalls(unwanted);
    station->ReleaseBacklogOf(root);
  }
}

}  // namespace mesh::host
