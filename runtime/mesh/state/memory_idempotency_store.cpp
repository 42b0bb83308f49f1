#include "mesh/state/idempotency_store.h"

#include "mesh/value/saturating.h"

namespace mesh::state {

namespace {

std::pair<std::string, std::string> KeyOf(const EffectId& id) {
  return {std::string(id.actor), std::string(id.key)};
}

}  // namespace

std::optional<ValueList> MemoryIdempotencyStore::Find(const EffectId& id, std::int64_t now_ns) const {
  const std::lock_guard lock(mutex_);
  if (id.root.empty()) {
    const auto found = shared_.find(KeyOf(id));
    if (found == shared_.end() || found->second.until_ns < now_ns) return std::nullopt;
    return found->second.results;
  }
  const auto kept = by_root_.find(std::string(id.root));
  if (kept == by_root_.end()) return std::nullopt;
  const auto found = kept->second.find(KeyOf(id));
  if (found == kept->second.end()) return std::nullopt;
  return found->second;
}

void MemoryIdempotencyStore::Put(const EffectId& id, ValueList results, std::int64_t now_ns) {
  const std::lock_guard lock(mutex_);
  if (!id.root.empty()) {
    by_root_[std::string(id.root)].try_emplace(KeyOf(id), std::move(results));
    return;
  }
  DropExpired(now_ns);
  const std::int64_t until_ns = AddSaturating(now_ns, keep_shared_ns_);
  const auto [at, added] = shared_.try_emplace(KeyOf(id), Shared{std::move(results), until_ns});
  if (added && keep_shared_ns_ != kForEver) expiries_.push_back({until_ns, at->first});
}

void MemoryIdempotencyStore::Erase(const EffectId& id) {
  const std::lock_guard lock(mutex_);
  if (id.root.empty()) {
    shared_.erase(KeyOf(id));
    return;
  }
  const auto kept = by_root_.find(std::string(id.root));
  if (kept == by_root_.end()) return;
  kept->second.erase(KeyOf(id));
  if (kept->second.empty()) by_root_.erase(kept);
}

void MemoryIdempotencyStore::Forget(std::string_view root) {
  const std::lock_guard lock(mutex_);
  if (!by_root_.empty()) by_root_.erase(std::string(root));
}

std::size_t MemoryIdempotencyStore::size() const {
  const std::lock_guard lock(mutex_);
  std::size_t count = shared_.size();
  for (const auto& [root, kept] : by_root_) count += kept.size();
  return count;
}

void MemoryIdempotencyStore::DropExpired(std::int64_t now_ns) {
  while (!expiries_.empty() && expiries_.front().until_ns < now_ns) {
    const auto at = shared_.find(expiries_.front().of);
    // One that was erased and put again has a later expiry of its own.
    if (at != shared_.end() && at->second.until_ns < now_ns) shared_.erase(at);
    expiries_.pop_front();
  }
}

}  // namespace mesh::state
