// What a store is expected to hold of a root of which nothing is kept.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/state/state.h"

namespace mesh::transport {

/// Nobody is asked while a transition is planned on it. That relies on every key that was said to hold
/// nothing; where there is more after all, it is planned anew. What lies below a prefix is looked for only
/// where a key says that there is something.
///
/// For one thread.
class UnkeptState final : public state::State {
 public:
  /// `state`, which knows what is not of roots, outlives it.
  explicit UnkeptState(const state::State& state) : state_(state) {}

  std::optional<std::string> Get(std::string_view key) const override {
    if (!state::IsRootKey(state::OwnerOf(key))) return state_.Get(key);
    told_.emplace(key);
    return std::nullopt;
  }
  std::vector<state::Entry> Scan(std::string_view prefix) const override {
    return state::IsRootKey(state::OwnerOfAll(prefix)) ? std::vector<state::Entry>() : state_.Scan(prefix);
  }
  std::string obstacle() const override { return state_.obstacle(); }
  bool keeps_roots() const override { return state_.keeps_roots(); }

  /// Whatever was said not to be there, also to who only looked.
  void AddTo(std::vector<state::Condition>& conditions) {
    for (const state::Condition& condition : conditions) told_.erase(condition.key);
    for (const std::string& key : told_) conditions.push_back({.key = key, .value = {}});
  }

 private:
  const state::State& state_;
  mutable std::set<std::string, std::less<>> told_;
};

}  // namespace mesh::transport
