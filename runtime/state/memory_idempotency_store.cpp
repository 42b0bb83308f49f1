#include "mesh/state/idempotency_store.h"

namespace mesh::state {

std::optional<ValueList> MemoryIdempotencyStore::Find(std::string_view actor, std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const auto found = results_.find(std::pair(std::string(actor), std::string(key)));
  if (found == results_.end()) return std::nullopt;
  return found->second;
}

void MemoryIdempotencyStore::Put(std::string_view actor, std::string_view key, ValueList results) {
  const std::lock_guard lock(mutex_);
  results_.try_emplace({std::string(actor), std::string(key)}, std::move(results));
}

void MemoryIdempotencyStore::Erase(std::string_view actor, std::string_view key) {
  const std::lock_guard lock(mutex_);
  results_.erase({std::string(actor), std::string(key)});
}

}  // namespace mesh::state
