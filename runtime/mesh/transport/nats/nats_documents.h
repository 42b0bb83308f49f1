// The documents that a transition touches, each as it was read once for it.
#pragma once

#include <algorithm>
#include <cstdint>
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

/// For one thread at a time.
class NatsDocuments final : public state::State {
 public:
  enum class From : std::uint8_t {
    kServer,  ///< As it has them now.
    kSeen,    ///< As this process has seen them last; else from the server.
    kHere,    ///< The same without waiting: what would have to be asked for is missing.
  };
  /// The store outlives it.
  NatsDocuments(NatsStore& store, From from) : store_(store), from_(from) {}

  /// Null: the store is closed, or it is missing.
  NatsStore::Loaded* Find(const std::string& owner) const {
    const auto at = found_.find(owner);
    if (at != found_.end()) return &at->second;
    auto loaded = from_ == From::kHere ? store_.Seen(owner) : store_.Load(owner, from_ == From::kServer);
    if (!loaded) {
      misses_more_ = misses_more_ || (!missing_.empty() && missing_ != owner);
      missing_ = owner;
    }
    return loaded ? &found_.emplace(owner, std::move(*loaded)).first->second : nullptr;
  }
  std::optional<std::string> Get(std::string_view key) const override {
    if (state::IsWaiterKey(key)) return store_.Get(key);
    const NatsStore::Loaded* const loaded = Find(state::OwnerOf(key));
    if (loaded == nullptr) return std::nullopt;
    const auto alive = [this](const std::string& holder) {
      return holder == store_.holder() || OnlyServerKnows() || store_.IsAlive(holder);
    };
    return loaded->document.Get(key, store_.now_ns(), alive);
  }
  std::vector<state::Entry> Scan(std::string_view prefix) const override {
    return OnlyServerKnows() ? std::vector<state::Entry>() : store_.Scan(prefix);
  }

  /// Of kHere: whose document was asked for last and is not here, if one was.
  const std::string& missing() const { return missing_; }
  /// Of kHere: something else was asked for that only the server knows.
  bool asks_more() const { return asks_more_; }
  /// Takes what was missing. True: what was planned meanwhile stands, because nothing is there.
  bool Add(NatsStore::Loaded loaded) {
    const bool is_all = !std::exchange(misses_more_, false);
    const bool stands = is_all && loaded.place == NatsBuckets::Place::kNone;
    found_.emplace(std::exchange(missing_, {}), std::move(loaded));
    return stands;
  }
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
  /// True: it must not be asked now.
  bool OnlyServerKnows() const {
    asks_more_ = asks_more_ || from_ == From::kHere;
    return from_ == From::kHere;
  }

  NatsStore& store_;
  const From from_;
  mutable std::string missing_;
  mutable bool misses_more_ = false;  ///< Than that one.
  mutable bool asks_more_ = false;
  const std::int64_t begun_ns_ = SteadyNs();
  mutable std::map<std::string, NatsStore::Loaded> found_;
};

}  // namespace mesh::transport
