#include "mesh/state/memory_store.h"

#include <algorithm>

namespace mesh::state {

std::optional<std::string> MemoryStore::Get(std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const Kept* const kept = Find(key);
  return kept == nullptr ? std::nullopt : std::optional(kept->value);
}

std::vector<Entry> MemoryStore::Scan(std::string_view prefix) const {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> found;
  const std::int64_t now_ns = now_ns_();
  for (auto at = kept_.lower_bound(prefix); at != kept_.end() && at->first.starts_with(prefix); ++at) {
    if (at->second.expires_ns >= now_ns) found.push_back({at->first, at->second.value});
  }
  return found;
}

bool MemoryStore::Apply(const std::vector<Condition>& conditions, const std::vector<Change>& changes) {
  const std::lock_guard lock(mutex_);
  const auto holds = [this](const Condition& condition) {
    const Kept* const kept = Find(condition.key);
    return kept == nullptr ? !condition.value : condition.value == kept->value;
  };
  if (!std::ranges::all_of(conditions, holds)) return false;
  for (const Change& change : changes) Make(change);
  return true;
}

std::size_t MemoryStore::size() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

const MemoryStore::Kept* MemoryStore::Find(std::string_view key) const {
  const auto at = kept_.find(key);
  return at == kept_.end() || at->second.expires_ns < now_ns_() ? nullptr : &at->second;
}

void MemoryStore::Make(const Change& change) {
  switch (change.kind) {
    case Change::Kind::kPut:
      kept_.insert_or_assign(change.key, Kept{change.value, change.expires_ns});
      return;
    case Change::Kind::kErase: kept_.erase(change.key); return;
    case Change::Kind::kErasePrefix:
      for (auto at = kept_.lower_bound(change.key); at != kept_.end() && at->first.starts_with(change.key);)
        at = kept_.erase(at);
      return;
    case Change::Kind::kExpirePrefix:
      for (auto at = kept_.lower_bound(change.key); at != kept_.end() && at->first.starts_with(change.key);
           ++at) {
        if (at->second.expires_ns >= now_ns_()) at->second.expires_ns = change.expires_ns;
      }
      return;
  }
}

}  // namespace mesh::state
