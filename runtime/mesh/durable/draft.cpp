#include "mesh/durable/draft.h"

namespace mesh::durable {

std::optional<std::string> Draft::Get(const std::string& key) {
  Known& known = known_[key];
  if (!known.read) {
    known.read = true;
    known.before = state_.Get(key);
    if (!known.changed) known.now = known.before;
  }
  return known.now;
}

std::optional<std::string> Draft::Peek(const std::string& key) const {
  const auto at = known_.find(key);
  return at == known_.end() ? state_.Get(key) : at->second.now;
}

void Draft::Put(const std::string& key, std::string value, std::int64_t expires_ns) {
  Known& known = known_[key];
  known.changed = true;
  known.now = std::move(value);
  known.expires_ns = expires_ns;
}

void Draft::Erase(const std::string& key) {
  Known& known = known_[key];
  known.changed = true;
  known.now.reset();
}

void Draft::Send(std::string_view mailbox, transport::Letter letter, std::int64_t not_before_ns) {
  sends_.push_back({std::string(mailbox), std::move(letter), not_before_ns});
}

void Draft::DropAll() {
  others_.clear();
  sends_.clear();
  for (auto& [key, known] : known_) {
    known.changed = false;
    known.now = known.before;
  }
  std::erase_if(known_, [](const auto& each) { return !each.second.read; });
}

transport::Transition Draft::Take() {
  transport::Transition transition{.changes = std::move(others_), .sends = std::move(sends_)};
  for (auto& [key, known] : known_) {
    if (known.read) transition.conditions.push_back({key, std::move(known.before)});
    if (!known.changed) continue;
    if (known.now)
      transition.changes.push_back(
          {.key = key, .value = std::move(*known.now), .expires_ns = known.expires_ns});
    else
      transition.changes.push_back({.kind = state::Change::Kind::kErase, .key = key});
  }
  return transition;
}

}  // namespace mesh::durable
