// Forks and joins: children of an envelope, when their join is decided, and what it merges.
//
// A child is an envelope with its own id, a copy of the payload and of the frames, and a branch
// frame on top; its `prev` begins empty. The parent stays at the fork until the join is decided.
// All functions are pure but for the envelopes they are given.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

struct Started {
  Envelope envelope;
  Step step;
};

/// Tells forks apart: parent, point and hop.
std::string ForkId(const Envelope& parent);

/// What the children of the `each` that `parent` waits at are for, a list; absent at a fork into branches.
/// It is the same for as long as `parent` waits: evaluate it once for all children.
Value ElementsOf(const Router& router, const Envelope& parent);

/// Child `index` of the fork that `parent` waits at, advanced to its first step. `elements`: of ElementsOf.
Started StartChild(const Router& router, const Envelope& parent, const Value& elements, std::uint32_t index,
                   std::int64_t now_ns);

/// The copy of a tap, advanced to its first step.
Started StartCopy(const Router& router, const Envelope& envelope, std::int64_t now_ns);
/// The envelope itself goes on behind the tap.
Step PassTap(const Router& router, Envelope& envelope, std::int64_t now_ns);
/// Ends the innermost branch of a child whose result nobody wants any more, wherever it is: nothing else
/// of it runs, neither clauses nor undo calls.
Step GiveUpBranch(Envelope& child, std::int64_t now_ns);

enum class Branch : std::uint8_t { kRuns, kSucceeded, kFailed };

/// What the branches of one fork have come to. Counted as they end, so that a join is not looked
/// through at every end.
class Branches {
 public:
  /// All of them run, or are yet to start.
  explicit Branches(std::uint32_t count) : states_(count, Branch::kRuns), running_(count) {}

  /// A branch that runs has ended.
  void End(std::uint32_t index, bool succeeded) {
    states_[index] = succeeded ? Branch::kSucceeded : Branch::kFailed;
    --running_;
    if (succeeded) ++succeeded_;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  Branch operator[](std::uint32_t index) const { return states_[index]; }
  std::uint32_t running() const { return running_; }
  std::uint32_t succeeded() const { return succeeded_; }

 private:
  std::vector<Branch> states_;
  std::uint32_t running_;
  std::uint32_t succeeded_ = 0;
};

/// How a join goes on: the children that count, in branch order, or a failure.
struct Verdict {
  bool failed = false;
  /// The child whose error is the join's; none: join_failed.
  std::optional<std::uint32_t> cause = {};
  std::vector<std::uint32_t> counted = {};
};

/// None: not decided yet. `late`: the join's time-out has come. Of more successes than a `wait K`
/// needs the first ones in branch order count. Takes time only when it decides.
std::optional<Verdict> DecideJoin(const contract::RouteTable& table, const contract::Fork& fork,
                                  const Branches& branches, bool late);

/// Of a join that wants more branches than the fork at which `parent` stands has: it fails before any of them
/// begins. None: it may succeed.
std::optional<Step> GiveUpFork(const Router& router, Envelope& parent, std::uint32_t branches,
                               std::int64_t now_ns);

/// Ends the wait of `parent`. `children`: the ended ones by index, null for those that still run or
/// never ran; they give their undo calls and recovery log whether they count or not, and, if they
/// count, what they have written and their stops.
Step Join(const Router& router, Envelope& parent, std::span<const Envelope* const> children,
          const Verdict& verdict, std::int64_t now_ns);

/// Writes what `children` (the counted ones, in order) give to the lists that a kEachFork collects
/// into. What was wrong is a contract_violation, and nothing is written.
std::optional<Error> Collect(const Router& router, const contract::Point& point,
                             std::span<const Envelope* const> children, Envelope& envelope);

}  // namespace mesh::route
