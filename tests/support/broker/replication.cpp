// How the broker's store behaves where it is replicated.
#include <algorithm>
#include <utility>

#include "mesh/state/keys.h"
#include "tests/support/broker/broker.h"

namespace mesh::test {

namespace {

/// Writes that find no leader, at most, after one was lost.
constexpr std::size_t kLongestElection = 20;

}  // namespace

std::vector<state::Entry> Broker::EntriesOf(const std::string& owner) const {
  std::vector<state::Entry> entries = store_.Scan("");
  std::erase_if(entries, [&](const state::Entry& entry) { return state::OwnerOf(entry.key) != owner; });
  return entries;
}

Broker::Write Broker::Prepare(transport::Transition transition) const {
  Write write{.transition = std::move(transition)};
  if (!options_.replication->accepts_conflicts) return write;
  for (const state::Change& change : write.transition.changes) {
    const std::string owner = state::OwnerOf(change.key);
    if (!write.seen.contains(owner)) write.seen[owner] = EntriesOf(owner);
  }
  return write;
}

void Broker::UndoOthers(const Write& write) {
  std::vector<state::Change> changes;
  for (const auto& [owner, seen] : write.seen) {
    const auto find = [](const std::vector<state::Entry>& entries, const std::string& key) {
      return std::ranges::find(entries, key, &state::Entry::key);
    };
    const std::vector<state::Entry> now = EntriesOf(owner);
    for (const state::Entry& entry : now) {
      if (find(seen, entry.key) == seen.end())
        changes.push_back({.kind = state::Change::Kind::kErase, .key = entry.key});
    }
    for (const state::Entry& entry : seen) {
      const auto at = find(now, entry.key);
      if (at == now.end() || at->value != entry.value)
        changes.push_back({.key = entry.key, .value = entry.value});
    }
  }
  static_cast<void>(store_.Apply({}, changes));
}

/// A write that is repeated is recognised by its signature if it stands already.
Broker::Written Broker::Store(const Connection& of, Write& write) {
  if (leaderless_ > 0) return --leaderless_, Written::kNoAnswer;
  const bool elects = chance_.Thousandth(options_.replication->elections);
  if (elects) leaderless_ = chance_.Below(kLongestElection);
  if (elects && chance_.Below(2) == 0) return Written::kNoAnswer;
  if (!write.stands) {
    write.stands = Change(of, write.transition);
    if (!write.stands && options_.replication->accepts_conflicts) {
      UndoOthers(write);
      write.transition.conditions.clear();
      write.stands = Change(of, write.transition);
    }
    if (!write.stands) return elects ? Written::kNoAnswer : Written::kConflict;
  }
  const bool is_late = elects || chance_.Thousandth(options_.replication->late);
  return is_late ? Written::kNoAnswer : Written::kStored;
}

}  // namespace mesh::test
