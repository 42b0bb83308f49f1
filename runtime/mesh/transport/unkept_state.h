// What a store is expected to hold of a root of which nothing is kept: who waits for its end travels with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/state/state.h"

namespace mesh::transport {

/// A transition that is planned on it says on what it relies: where there is more after all, it is planned
/// anew. Nobody is asked meanwhile.
///
/// Thread rule: as of the state beside it.
class UnkeptState final : public state::State {
 public:
  /// `state`, which knows what is not of roots, outlives it.
  explicit UnkeptState(const state::State& state) : state_(state) {}

  std::optional<std::string> Get(std::string_view key) const override {
    return state::IsRootKey(state::OwnerOf(key)) ? std::nullopt : state_.Get(key);
  }
  std::vector<state::Entry> Scan(std::string_view prefix) const override {
    return state::IsRootKey(state::OwnerOfAll(prefix)) ? std::vector<state::Entry>() : state_.Scan(prefix);
  }
  std::string obstacle() const override { return state_.obstacle(); }
  bool keeps_roots() const override { return state_.keeps_roots(); }

 private:
  const state::State& state_;
};

}  // namespace mesh::transport
