// How a host gives up envelopes: wherever they are, they are taken out and handed to whoever waits.
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "mesh/envelope/enclosing_forks.h"
#include "mesh/host/forwarding.h"
#include "mesh/host/host.h"

namespace mesh::host {

Standing Host::StandingOf(const Envelope& envelope) const {
  const ServedTable* const table = tables_->Find(envelope.route.table);
  if (table == nullptr || envelope.route.at >= table->router.table().points.size) return {};
  const contract::RouteTable& routes = table->router.table();
  const contract::Point& point = routes.points[envelope.route.at];
  Standing standing{.at = std::string(point.name)};
  if (!point.signal.empty()) standing.words = fmt::format("it waits for the signal `{}`", point.signal);
  const contract::Index actor = point.signal.empty() ? table->router.ActorAt(envelope) : contract::kNone;
  if (actor != contract::kNone) standing.actor = routes.actors[actor].name;
  return standing;
}

void Host::EndParked() {
  Unfinished unfinished;
  GiveUpParked(unfinished);
  EndRoots(unfinished);
}

void Host::EndAll() {
  admission_.Close();
  if (durable()) return HandBackQueued();
  Unfinished unfinished;
  GiveUpMoving(unfinished);
  GiveUpParked(unfinished);
  EndRoots(unfinished);
}

void Host::GiveUpParked(Unfinished& unfinished) {
  for (ParkedEnvelope& parked : parks_.TakeAll()) {
    // As if it had woken, and then ended.
    admission_.Wake();
    Leave(*parked.envelope);
    Standing standing = StandingOf(*parked.envelope);
    unfinished.Add(std::move(parked.envelope), std::move(standing));
  }
}

void Host::GiveUpMoving(Unfinished& unfinished) {
  // First, because whoever takes the place of a call that is disowned would begin them.
  for (Job& job : pool_->TakeQueued()) {
    auto* const overrun = std::get_if<Overrun>(&job.work);
    transport::Delivery& delivery =
        overrun != nullptr ? overrun->delivery : std::get<transport::Delivery>(job.work);
    AddMoving(std::move(delivery.envelope), false, unfinished);
  }
  for (const auto& [name, station] : stations_) {
    for (auto& envelope : station->DisownCalls()) AddMoving(std::move(envelope), true, unfinished);
    for (auto& envelope : station->mailbox().TakeAll()) AddMoving(std::move(envelope), false, unfinished);
  }
}

void Host::AddMoving(std::unique_ptr<Envelope> envelope, bool called, Unfinished& unfinished) {
  activity_.End();
  const bool unwanted = joins_.Unwanted(*envelope);
  Leave(*envelope);
  if (unwanted) return;
  Standing standing = StandingOf(*envelope);
  standing.words = called ? fmt::format("`{}` is at work on it", standing.actor)
                          : fmt::format("it waits for `{}`", standing.actor);
  if (envelope->status.attempt > 1) standing.words += fmt::format(", attempt {}", envelope->status.attempt);
  unfinished.Add(std::move(envelope), std::move(standing));
}

void Host::Leave(const Envelope& envelope) {
  if (envelope.root_id.empty()) return;
  LeaveFamily(*services_, envelope.root());
  if (IsCopy(envelope)) admission_.Leave();
}

void Host::EndRoots(Unfinished& unfinished) {
  const auto given_up = [&unfinished](const std::string& root) { return unfinished.Holds(root); };
  for (const auto& fork : joins_.GiveUp(given_up)) {
    admission_.EndFork(fork->credit, 0);
    Leave(*fork->parent);
    unfinished.AddParent(*fork->parent);
  }
  for (auto& root : unfinished.TakeRoots()) sinks_.End(std::move(root));
}

}  // namespace mesh::host
