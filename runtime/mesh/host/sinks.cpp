#include "mesh/host/sinks.h"

#include <utility>

namespace mesh::host {

bool Sinks::Expect(const std::string& envelope_id, Waiter waiter) {
  const std::lock_guard lock(mutex_);
  return waiters_.try_emplace(envelope_id, std::move(waiter)).second;
}

Sinks::Waiter Sinks::Take(std::string_view envelope_id) {
  const std::lock_guard lock(mutex_);
  const auto at = waiters_.find(envelope_id);
  if (at == waiters_.end()) return nullptr;
  Waiter waiter = std::move(at->second);
  waiters_.erase(at);
  return waiter;
}

bool Sinks::End(std::unique_ptr<Envelope> envelope) {
  const Waiter waiter = Take(envelope->id);
  if (!waiter) return false;
  waiter(std::move(*envelope));
  return true;
}

void Sinks::Withdraw(const std::string& envelope_id) {
  const std::lock_guard lock(mutex_);
  waiters_.erase(envelope_id);
}

bool Sinks::under_way(std::string_view envelope_id) const {
  const std::lock_guard lock(mutex_);
  return waiters_.contains(envelope_id);
}

}  // namespace mesh::host
