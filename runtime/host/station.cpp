#include "mesh/host/station.h"

#include <algorithm>
#include <utility>

namespace mesh::host {

Station::Station(const actor::Entry& entry, Size size, transport::Mailbox& mailbox, WorkerPool& pool)
    : entry_(entry), size_(size), mailbox_(mailbox), pool_(pool) {
  for (std::uint32_t i = 0; i < size.concurrency + size.max_overruns; ++i)
    free_.push_back(&slots_.emplace_back());
}

void Station::Take(transport::Delivery delivery) { pool_.Submit({this, std::move(delivery)}); }

Slot& Station::TakeSlot() {
  const std::lock_guard lock(mutex_);
  Slot& slot = *free_.back();
  free_.pop_back();
  return slot;
}

void Station::ReturnSlot(Slot& slot) {
  const std::lock_guard lock(mutex_);
  free_.push_back(&slot);
}

void Station::ReturnOverrun(Slot& slot) {
  // What state the handler is in is anybody's guess: the slot's next call gets a new one.
  slot.handler = nullptr;
  ReturnSlot(slot);
  overruns_.fetch_sub(1, std::memory_order_acq_rel);
}

std::uint32_t Station::overruns() const {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(overruns_.load(std::memory_order_acquire), 0));
}

void Station::AppendWatched(std::vector<Watched>& watched) {
  for (Slot& slot : slots_) {
    watched.push_back({&slot, [this](Overrun overrun) {
                         overruns_.fetch_add(1, std::memory_order_acq_rel);
                         pool_.AddWorker();
                         pool_.Submit({this, std::move(overrun)});
                       }});
  }
}

void Station::StopCallsOf(std::string_view envelope_id) {
  for (Slot& slot : slots_) slot.StopIfAt(envelope_id);
}

void Station::StopCalls() {
  for (Slot& slot : slots_) slot.Stop();
}

}  // namespace mesh::host
