#include "mesh/host/forward.h"

#include <utility>
#include <variant>

#include "mesh/host/forwarding.h"

namespace mesh::host {

bool Forwarding::Run() {
  while (next_.envelope != nullptr) {
    Moving moving = std::move(next_);
    if (!open_.empty()) {
      next_ = std::move(open_.back());
      open_.pop_back();
    }
    const route::Step step = moving.step;
    const bool goes_on =
        !std::holds_alternative<route::Ended>(step) && !std::holds_alternative<route::BranchEnded>(step);
    if (goes_on && services_.joins.Unwanted(*moving.envelope))
      GiveUp(*moving.table, std::move(moving.envelope));
    else
      std::visit([&](const auto& what) { Do(std::move(moving), what); }, step);
  }
  return sent_;
}

void Forwarding::Do(Moving moving, const route::Deliver& deliver) {
  sent_ &= moving.table->stations[deliver.actor]->mailbox().Send(std::move(moving.envelope), 0);
}

void Forwarding::Do(Moving moving, const route::Ended&) {
  services_.sinks.End(std::move(moving.envelope));
  services_.activity.End();
}

void LeaveFamily(const Services& services, const std::string& root) {
  if (services.families.Remove(root)) services.idempotency.Forget(root);
}

bool Forward(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> envelope,
             const route::Step& step) {
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
