#include "mesh/transport/cancelled_roots.h"

#include <algorithm>
#include <utility>

#include "mesh/state/keys.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

constexpr std::int64_t kCancelledFreshNs = 50'000'000;

}  // namespace

bool CancelledRoots::Has(std::string_view key, const ReadAll& read_all) {
  const std::int64_t now_ns = SteadyNs();
  std::uint64_t looks = 0;
  {
    const std::lock_guard lock(mutex_);
    if (read_ns_ && now_ns - *read_ns_ < kCancelledFreshNs) return keys_.contains(key);
    looks = looks_;
  }
  std::set<std::string, std::less<>> keys;
  for (state::Entry& entry : read_all()) keys.insert(std::move(entry.key));
  const std::lock_guard lock(mutex_);
  keys_ = std::move(keys);
  // Somebody may have been cancelled since.
  if (looks_ == looks) read_ns_ = now_ns;
  return keys_.contains(key);
}

void CancelledRoots::Look(const std::vector<state::Change>& changes) {
  const auto cancels = [](const state::Change& change) {
    return change.kind == state::Change::Kind::kPut && state::IsCancelKey(change.key);
  };
  if (std::ranges::none_of(changes, cancels)) return;
  const std::lock_guard lock(mutex_);
  read_ns_.reset();
  ++looks_;
}

}  // namespace mesh::transport
