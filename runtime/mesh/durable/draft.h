// A transition while it is worked out: what it has read, what it will change. What it has changed itself
// is read back from it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/state/state.h"
#include "mesh/transport/ledger.h"

namespace mesh::durable {

/// For one thread.
class Draft {
 public:
  /// Outlives it.
  explicit Draft(const state::State& state) : state_(state) {}

  /// The transition relies on it: if it is another one when that is carried out, it is worked out anew.
  std::optional<std::string> Get(const std::string& key);
  /// As it is about now: nothing relies on it.
  std::optional<std::string> Peek(const std::string& key) const;
  void Put(const std::string& key, std::string value, std::int64_t expires_ns = state::kNeverExpires);
  void Erase(const std::string& key);
  /// A change of keys that it does not read.
  void Make(state::Change change) { others_.push_back(std::move(change)); }
  /// What was to be changed and sent; what was read stays a condition.
  void DropAll();
  void Send(std::string_view mailbox, transport::Letter letter, std::int64_t not_before_ns = 0);

  bool keeps_roots() const { return state_.keeps_roots(); }

  transport::Transition Take();

 private:
  struct Known {
    bool read = false;
    std::optional<std::string> before = {};
    bool changed = false;
    std::optional<std::string> now = {};
    std::int64_t expires_ns = state::kNeverExpires;
  };

  const state::State& state_;
  std::map<std::string, Known> known_;
  std::vector<state::Change> others_;
  std::vector<transport::Sending> sends_;
};

}  // namespace mesh::durable
