// Envelopes that wait for a signal, and how they go on.
#include <string>
#include <utility>
#include <vector>

#include "mesh/envelope/enclosing_forks.h"
#include "mesh/host/forwarding.h"
#include "mesh/route/read_signal.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

using By = observation::Woken::By;

/// It moves until it is found among the parked.
void Forwarding::Do(Moving moving, const route::Parked&) {
  Park(std::move(moving));
  services_.activity.End();
}

void Forwarding::Park(Moving moving) {
  const std::int64_t now_ns = services_.clock.now_ns();
  const std::int64_t limit_ns = moving.table->router.LimitAt(*moving.envelope, now_ns).duration_ns;
  const auto late = [&services = services_](Parks::Ticket ticket) {
    auto parked = services.parks.TakeLate(ticket);
    if (!parked) return;
    Forwarding forwarding(services);
    forwarding.WakeLate(std::move(*parked));
    forwarding.Run();
  };
  // Whoever gives up what is parked may just have looked: those have to be asked again afterwards.
  const std::string root = moving.envelope->root();
  std::vector<std::string> forks;
  AnyEnclosingFork(*moving.envelope, [&forks](const std::string& fork_id) {
    forks.push_back(fork_id);
    return false;
  });
  // Before it is parked, because it may be woken at once.
  services_.telling.Tell(observation::Parked{*moving.envelope});
  services_.admission.Park();
  auto signalled =
      services_.parks.Park({std::move(moving.envelope), moving.table}, AddSaturating(now_ns, limit_ns), late);
  if (signalled) return Wake(std::move(*signalled));
  for (const std::string& fork_id : forks) {
    if (services_.joins.IsDecided(fork_id)) GiveUpParked(fork_id);
  }
  if (!services_.cancellations.Asked(root)) return;
  for (ParkedEnvelope& parked : services_.parks.TakeAll(root)) WakeCancelled(std::move(parked));
}

void Forwarding::Unpark(const Envelope& parked, observation::Woken::By by) {
  services_.telling.Tell(observation::Woken{parked, by});
  services_.activity.Begin();
  services_.admission.Wake();
}

void Forwarding::Wake(Parks::Signalled signalled) {
  Unpark(*signalled.parked.envelope, By::kSignal);
  const ServedTable& table = *signalled.parked.table;
  std::unique_ptr<Envelope> envelope = std::move(signalled.parked.envelope);
  const route::Step step =
      route::WakeWith(table.router, *envelope, signalled.value, services_.clock.now_ns());
  Add(table, std::move(envelope), step);
}

void Forwarding::WakeLate(ParkedEnvelope parked) {
  Unpark(*parked.envelope, By::kTime);
  const route::Step step =
      route::WakeInTime(parked.table->router, *parked.envelope, services_.clock.now_ns());
  Add(*parked.table, std::move(parked.envelope), step);
}

void Forwarding::WakeCancelled(ParkedEnvelope parked) {
  Unpark(*parked.envelope, By::kCancel);
  // It is told now, and not once more at its next visit.
  services_.cancellations.Take(*parked.envelope);
  const route::Step step =
      route::WakeCancelled(parked.table->router, *parked.envelope, services_.clock.now_ns());
  Add(*parked.table, std::move(parked.envelope), step);
}

}  // namespace mesh::host
