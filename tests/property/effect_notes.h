// Records of effects, and what has been written there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/idempotency_store.h"

namespace meshc::property {

struct EffectNote {
  std::string actor;
  std::string key;
  bool erased = false;  ///< Else it was put there.
  friend auto operator<=>(const EffectNote&, const EffectNote&) = default;
};

/// Nothing is found there: scenarios suppress no effect, and no reference does.
class EffectNotes final : public mesh::state::IdempotencyStore {
 public:
  std::optional<mesh::ValueList> Find(const mesh::state::EffectId& /*id*/,
                                      std::int64_t /*now_ns*/) const override {
    return std::nullopt;
  }
  void Put(const mesh::state::EffectId& id, mesh::ValueList /*results*/, std::int64_t /*now_ns*/) override {
    notes_.push_back({std::string(id.actor), std::string(id.key), false});
  }
  void Erase(const mesh::state::EffectId& id) override {
    notes_.push_back({std::string(id.actor), std::string(id.key), true});
  }
  void Forget(std::string_view /*root*/) override {}
  /// In their order.
  const std::vector<EffectNote>& notes() const { return notes_; }

 private:
  std::vector<EffectNote> notes_;
};

}  // namespace meshc::property
