// Records of effects, and what has been written there.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mesh/state/idempotency_store.h"

namespace meshc::property {

struct EffectNote {
  std::string actor;
  std::string key;
  bool erased = false;  ///< Else it was put there.
  friend auto operator<=>(const EffectNote&, const EffectNote&) = default;
};

class EffectNotes final : public mesh::state::MemoryIdempotencyStore {
 public:
  void Put(const mesh::state::EffectId& id, mesh::ValueList results, std::int64_t now_ns) override {
    notes_.push_back({std::string(id.actor), std::string(id.key), false});
    MemoryIdempotencyStore::Put(id, std::move(results), now_ns);
  }
  void Erase(const mesh::state::EffectId& id) override {
    notes_.push_back({std::string(id.actor), std::string(id.key), true});
    MemoryIdempotencyStore::Erase(id);
  }
  /// In their order.
  const std::vector<EffectNote>& notes() const { return notes_; }

 private:
  std::vector<EffectNote> notes_;
};

}  // namespace meshc::property
