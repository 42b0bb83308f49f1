// Open forks of a host: the parents that wait, and what their children have come to.
//
// In memory, for as long as the host lives. Nothing here sends; forward.h does. A decided join is
// remembered while children of it are alive: nobody wants those any more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/host/tables.h"
#include "mesh/host/timers.h"
#include "mesh/route/join.h"

namespace mesh::host {

/// A fork whose children are to run.
struct Fork {
  std::shared_ptr<const Envelope> parent;
  const ServedTable* table = nullptr;
  Value elements = {};       ///< Of route::ElementsOf.
  std::uint32_t count = 0;   ///< Children, at least one.
  std::uint32_t width = 1;   ///< So many at a time, at least one.
  std::uint32_t credit = 0;  ///< Taken at the entrance for this fork; handed back with the decision.
};

/// A child that is to start now. The parent does not change as long as somebody holds it.
struct ChildToStart {
  std::shared_ptr<const Fork> fork;
  std::uint32_t index = 0;
};

/// A join that is decided: its parent goes on.
struct DecidedJoin {
  std::string fork_id;
  std::shared_ptr<const Fork> fork;
  std::vector<std::unique_ptr<Envelope>> children;  ///< By index; null: has not ended.
  route::Verdict verdict;
  std::uint32_t losers = 0;  ///< Children that have started and not ended.
};

/// Thread rule: every function may be called from any thread.
class Joins {
 public:
  explicit Joins(Timers& timers) : timers_(timers) {}

  /// When a join's time has come, and what is then called, in a thread of the clock.
  struct TimeOut {
    std::int64_t due_ns = 0;
    transport::Action action;
  };
  /// The children that start now. The time-out is given up when the join is decided.
  std::vector<ChildToStart> Open(const std::string& fork_id, Fork fork, std::optional<TimeOut> time_out);

  struct Progress {
    /// False: it ends for the second time, and counts for nothing.
    bool first_end = true;
    bool late = false;                       ///< Its join was decided before.
    std::unique_ptr<Envelope> dropped = {};  ///< The child, where it counts for nothing.
    std::optional<ChildToStart> start = {};
    std::optional<DecidedJoin> decided = {};
  };
  /// A child has ended its branch.
  Progress End(std::unique_ptr<Envelope> child);
  /// The time-out of a join has come; nothing if it is decided already.
  std::optional<DecidedJoin> EndLate(const std::string& fork_id);

  /// True if a join that the envelope, or whom it is a child of, counts for is decided. Costs one
  /// atomic read while there are no such envelopes.
  bool Unwanted(const Envelope& envelope) const { return any_decided() && CountsForDecided(envelope); }
  /// False: nothing is unwanted now.
  bool any_decided() const { return decided_count_.load() > 0; }
  /// True if that join is decided and children of it are alive.
  bool IsDecided(const std::string& fork_id) const;

  /// Forgets the forks below such roots: nobody waits for their children any more.
  std::vector<std::shared_ptr<const Fork>> GiveUp(const std::function<bool(const std::string& root)>& which);

  /// Forks that wait for children.
  std::size_t open() const;
  /// Decided joins with children that are alive.
  std::size_t decided() const;

 private:
  struct Opened {
    std::shared_ptr<const Fork> fork;
    route::Branches branches;
    std::vector<std::unique_ptr<Envelope>> children;
    std::uint32_t started = 0;
    transport::TimerId timer = {};
  };
  using Running = std::unordered_set<std::uint32_t>;
  using OpenedAt = std::unordered_map<std::string, Opened>::iterator;

  bool CountsForDecided(const Envelope& envelope) const;
  std::optional<DecidedJoin> Decide(OpenedAt at, bool late);
  Progress EndDecided(const BranchFrame& branch, std::unique_ptr<Envelope> child);

  Timers& timers_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Opened> open_;
  std::unordered_map<std::string, Running> decided_;  ///< With the indices of the losers.
  std::atomic<std::size_t> decided_count_ = 0;
};

}  // namespace mesh::host
