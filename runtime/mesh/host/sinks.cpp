#include "mesh/host/sinks.h"

#include <utility>

#include "mesh/host/outcome.h"

namespace mesh::host {

bool Sinks::Expect(const std::string& envelope_id, Waiter waiter) {
  const std::lock_guard lock(mutex_);
  return waiters_.try_emplace(envelope_id, std::move(waiter)).second;
}

bool Sinks::End(std::unique_ptr<Envelope> envelope) {
  Waiter waiter;
  {
    const std::lock_guard lock(mutex_);
    const auto at = waiters_.find(envelope->id);
    if (at == waiters_.end()) {
      ++ends_.duplicates;
      return false;
    }
    waiter = std::move(at->second);
    waiters_.erase(at);
    const Phase phase = envelope->status.phase;
    if (HasEnded(phase)) ++(phase == Phase::kSucceeded ? ends_.succeeded : ends_.failed);
  }
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

Sinks::Ends Sinks::ends() const {
  const std::lock_guard lock(mutex_);
  return ends_;
}

}  // namespace mesh::host
