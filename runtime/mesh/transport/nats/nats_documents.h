// The documents that a transition touches, each as it was read once for it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/state/state.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/nats/nats_store.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

/// For one thread.
class NatsDocuments final : public state::State {
 public:
  /// `fresh`: as the server has them now, else as this process has seen them last. The store outlives it.
  NatsDocuments(NatsStore& store, bool fresh) : store_(store), fresh_(fresh) {}

  /// Null: the store is closed.
  NatsStore::Loaded* Find(const std::string& owner) const {
    const auto at = found_.find(owner);
    if (at != found_.end()) return &at->second;
    auto loaded = store_.Load(owner, fresh_);
    if (!loaded) return nullptr;
    return &found_.emplace(owner, std::move(*loaded)).first->second;
  }
  std::optional<std::string> Get(std::string_view key) const override {
    if (state::IsWaiterKey(key)) return store_.Get(key);
    const NatsStore::Loaded* const loaded = Find(state::OwnerOf(key));
    if (loaded == nullptr) return std::nullopt;
    const auto alive = [this](const std::string& holder) { return store_.IsAlive(holder); };
    return loaded->document.Get(key, store_.now_ns(), alive);
  }
  std::vector<state::Entry> Scan(std::string_view prefix) const override { return store_.Scan(prefix); }
  std::string obstacle() const override { return store_.obstacle(); }
  /// All that was read is of the time since this was made, and not what this process had seen before.
  bool are_new() const {
    return std::ranges::all_of(found_, [this](const auto& each) { return each.second.seen_ns >= begun_ns_; });
  }
  bool Holds(const Transition& transition) const {
    return std::ranges::all_of(transition.conditions, [this](const state::Condition& condition) {
      return Get(condition.key) == condition.value;
    });
  }

 private:
  NatsStore& store_;
  const bool fresh_;
  const std::int64_t begun_ns_ = SteadyNs();
  mutable std::map<std::string, NatsStore::Loaded> found_;
};

}  // namespace mesh::transport
