#include "mesh/host/forward.h"

#include <utility>
#include <variant>

#include "mesh/host/forwarding.h"
#include "mesh/route/steps.h"

namespace mesh::host {

namespace {

/// False: the transport is closed.
bool Send(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> envelope,
          const route::Deliver& deliver) {
  const contract::Actor& actor = table.router.table().actors[deliver.actor];
  services.telling.Tell(observation::Sent{*envelope, actor.name});
  return table.stations[deliver.actor]->mailbox().Send(std::move(envelope), 0);
}

}  // namespace

bool Forwarding::Run() {
  while (next_.envelope != nullptr) {
    Moving moving = std::move(next_);
    if (!open_.empty()) {
      next_ = std::move(open_.back());
      open_.pop_back();
    }
    const route::Step step = moving.step;
    if (route::GoesOn(step) && services_.joins.Unwanted(*moving.envelope))
      GiveUp(*moving.table, std::move(moving.envelope));
    else
      std::visit([&](const auto& what) { Do(std::move(moving), what); }, step);
  }
  return sent_;
}

void Forwarding::Do(Moving moving, const route::Deliver& deliver) {
  sent_ &= Send(services_, *moving.table, std::move(moving.envelope), deliver);
}

void Forwarding::Do(Moving moving, const route::Ended&) {
  EndRoot(services_, std::move(moving.envelope));
  services_.activity.End();
}

void EndRoot(const Services& services, std::unique_ptr<Envelope> root) {
  const Sinks::Waiter waiter = services.sinks.Take(root->id);
  if (!waiter) return services.telling.Tell(observation::Dropped{root->id});
  const bool failed = root->status.phase != Phase::kSucceeded;
  services.telling.Tell(observation::Ended{root.get(), root->id, observation::Ended::Line::kRoot, failed});
  waiter(std::move(*root));
}

void LeaveFamily(const Services& services, const std::string& root) {
  if (services.families.Remove(root)) services.idempotency.Forget(root);
}

bool Forward(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> envelope,
             const route::Step& step) {
  // Most go on to the next actor, and set off nothing else.
  const auto* const deliver = std::get_if<route::Deliver>(&step);
  if (deliver != nullptr && !services.joins.Unwanted(*envelope))
    return Send(services, table, std::move(envelope), *deliver);
  Forwarding forwarding(services);
  forwarding.Add(table, std::move(envelope), step);
  return forwarding.Run();
}

void GiveUp(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> child) {
  Forwarding forwarding(services);
  forwarding.GiveUp(table, std::move(child));
  forwarding.Run();
}

bool Deliver(const Services& services, const std::string& root, const std::string& name, std::string value) {
  Parks::Receipt receipt = services.parks.Signal(root, name, std::move(value));
  if (receipt.signalled) {
    Forwarding forwarding(services);
    forwarding.Wake(std::move(*receipt.signalled));
    forwarding.Run();
  }
  return receipt.taken;
}

void CancelParked(const Services& services, const std::string& root) {
  Forwarding forwarding(services);
  for (ParkedEnvelope& parked : services.parks.TakeAll(root)) forwarding.WakeCancelled(std::move(parked));
  forwarding.Run();
}

}  // namespace mesh::host
