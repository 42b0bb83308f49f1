#include "mesh/host/cancellations.h"

#include <utility>

namespace mesh::host {

void Cancellations::Add(std::string envelope_id) {
  const std::lock_guard lock(mutex_);
  ids_.insert(std::move(envelope_id));
  count_.store(ids_.size(), std::memory_order_release);
}

bool Cancellations::Take(std::string_view envelope_id) {
  if (count_.load(std::memory_order_acquire) == 0) return false;
  const std::lock_guard lock(mutex_);
  const auto at = ids_.find(envelope_id);
  if (at == ids_.end()) return false;
  ids_.erase(at);
  count_.store(ids_.size(), std::memory_order_release);
  return true;
}

}  // namespace mesh::host
