#include "mesh/host/cancellations.h"

namespace mesh::host {

void Cancellations::Add(const std::string& root_id) {
  const std::lock_guard lock(mutex_);
  told_.try_emplace(root_id);
  count_.store(told_.size(), std::memory_order_release);
}

bool Cancellations::TakeAdded(const Envelope& envelope) {
  const std::lock_guard lock(mutex_);
  const auto at = told_.find(envelope.root());
  if (at == told_.end()) return false;
  if (!envelope.root_id.empty()) return at->second.insert(envelope.id).second;
  told_.erase(at);
  count_.store(told_.size(), std::memory_order_release);
  return true;
}

bool Cancellations::Asked(const std::string& root_id) {
  if (count_.load(std::memory_order_acquire) == 0) return false;
  const std::lock_guard lock(mutex_);
  return told_.contains(root_id);
}

void Cancellations::Forget(const std::string& root_id) {
  if (count_.load(std::memory_order_acquire) == 0) return;
  const std::lock_guard lock(mutex_);
  told_.erase(root_id);
  count_.store(told_.size(), std::memory_order_release);
}

}  // namespace mesh::host
