// Who is cancelled, as a process has read it last. Every visit asks, and there are few: so a store is asked
// now and then for all of them, not each time for one. A host has to hear of a cancellation within a second.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/state.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread.
class CancelledRoots {
 public:
  using ReadAll = std::function<std::vector<state::Entry>()>;

  /// Whether that state::CancelKey was there a moment ago. `read_all` gives what begins with
  /// state::AllCancels(), and may wait.
  bool Has(std::string_view key, const ReadAll& read_all);
  /// This process has changed the store: what cancels somebody is known from now on.
  void Look(const std::vector<state::Change>& changes);

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> keys_;
  std::optional<std::int64_t> read_ns_;  ///< Of the steady clock; none: they are to be read.
  std::uint64_t looks_ = 0;
};

}  // namespace mesh::transport
