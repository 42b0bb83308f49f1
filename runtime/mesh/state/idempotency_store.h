// Results of calls that must not happen twice: `effect idempotent`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "mesh/contract/route_table.h"
#include "mesh/state/brief_mutex.h"
#include "mesh/value/value.h"

namespace mesh::state {

/// What a result is kept under, and for whom.
struct EffectId {
  std::string_view actor;
  std::string_view key;
  std::string_view root;  ///< The root envelope that it is kept for; empty: shared by all envelopes.
};

/// The id of an effect of `actor` in an envelope of that root.
inline EffectId EffectOf(const contract::Actor& actor, std::string_view key, std::string_view root) {
  return {actor.name, key, actor.effect_shared ? std::string_view() : root};
}

/// Times are nanoseconds of the host's clock. Thread rule: any function from any thread.
class IdempotencyStore {
 public:
  virtual ~IdempotencyStore() = default;
  /// The results that were put first, if any were and are still kept.
  virtual std::optional<ValueList> Find(const EffectId& id, std::int64_t now_ns) const = 0;
  /// Without effect if there are results already: the first success counts.
  virtual void Put(const EffectId& id, ValueList results, std::int64_t now_ns) = 0;
  /// The call may happen again: it was undone, or its undo is out of date.
  virtual void Erase(const EffectId& id) = 0;
  /// The root envelope and all that descends from it have ended: nobody asks for its results again.
  virtual void Forget(std::string_view root) = 0;
};

/// In memory. What is kept for a root stays until it is forgotten, what is shared for a retention.
class MemoryIdempotencyStore : public IdempotencyStore {
 public:
  static constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();
  /// The retention of shared results; it assumes that `now_ns` never runs backwards, unless it is kForEver.
  explicit MemoryIdempotencyStore(std::int64_t keep_shared_ns = kForEver) : keep_shared_ns_(keep_shared_ns) {}

  std::optional<ValueList> Find(const EffectId& id, std::int64_t now_ns) const override;
  void Put(const EffectId& id, ValueList results, std::int64_t now_ns) override;
  void Erase(const EffectId& id) override;
  void Forget(std::string_view root) override;

  /// How many results are kept.
  std::size_t size() const;

 private:
  using ActorAndKey = std::pair<std::string, std::string>;
  struct Shared {
    ValueList results;
    std::int64_t until_ns = 0;
  };
  struct Expiry {
    std::int64_t until_ns = 0;
    ActorAndKey of;
  };
  void DropExpired(std::int64_t now_ns);

  const std::int64_t keep_shared_ns_;
  mutable BriefMutex mutex_;
  std::unordered_map<std::string, std::map<ActorAndKey, ValueList>> by_root_;
  std::map<ActorAndKey, Shared> shared_;
  /// In the order of putting, which is that of expiring. One whose result was erased finds nothing.
  std::deque<Expiry> expiries_;
};

}  // namespace mesh::state
