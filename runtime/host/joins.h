// Open forks of a host: the parents that wait, and what their children have come to.
//
// In memory, for as long as the host lives. Nothing here sends; forward.h does.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/host/tables.h"
#include "mesh/route/join.h"

namespace mesh::host {

/// A child that is to start now. The parent does not change as long as somebody holds it.
struct ChildToStart {
  std::shared_ptr<const Envelope> parent;
  const ServedTable* table = nullptr;
  std::uint32_t index = 0;
};

/// A join that is decided: its parent goes on.
struct DecidedJoin {
  std::shared_ptr<const Envelope> parent;
  const ServedTable* table = nullptr;
  std::vector<std::unique_ptr<Envelope>> children;  ///< By index; null: has not ended.
  route::Verdict verdict;
  std::uint32_t credit = 0;  ///< Taken at the entrance for this fork.
};

/// Thread rule: every function may be called from any thread.
class Joins {
 public:
  struct Fork {
    std::shared_ptr<const Envelope> parent;
    const ServedTable* table = nullptr;
    std::uint32_t count = 0;   ///< Children, at least one.
    std::uint32_t width = 1;   ///< So many at a time, at least one.
    std::uint32_t credit = 0;  ///< Handed back with the decision.
  };
  /// The children that start now.
  std::vector<ChildToStart> Open(const std::string& fork_id, Fork fork);

  struct Progress {
    std::optional<ChildToStart> start;
    std::optional<DecidedJoin> decided;
  };
  /// A child has ended its branch. One whose join is decided already is dropped and counted.
  Progress End(std::unique_ptr<Envelope> child);
  /// The time-out of a join has come; nothing if it is decided already.
  std::optional<DecidedJoin> EndLate(const std::string& fork_id);

  std::uint64_t late_branches() const;

 private:
  struct Opened {
    Fork fork;
    std::uint32_t started = 0;
    std::vector<route::Branch> states;
    std::vector<std::unique_ptr<Envelope>> children = {};
  };
  std::optional<DecidedJoin> Decide(std::map<std::string, Opened>::iterator at, bool late);

  mutable std::mutex mutex_;
  std::map<std::string, Opened> open_;
  std::uint64_t late_branches_ = 0;
};

}  // namespace mesh::host
