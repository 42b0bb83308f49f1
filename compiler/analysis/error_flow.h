// Where errors arise, and which clause, finally block or caller each of them goes to.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/analysis/failures.h"
#include "compiler/analysis/regions.h"

namespace meshc::analysis {

/// Where an error that arises at a point arrives.
struct Landing {
  enum class Kind : std::uint8_t {
    kEscape,   ///< It leaves the flow.
    kClause,   ///< `target` is the first point of the clause, case `index` of `catch_point`.
    kFinally,  ///< `target` is the FinallyEnter that takes it along.
    kBranch,   ///< It ends the branch whose BranchEnd is `target`.
  };
  Kind kind = Kind::kEscape;
  ir::PointId catch_point;
  ir::PointId target;
  std::uint32_t index = 0;
};

/// Errors that arrive at one place.
struct Arrivals {
  Landing landing;
  SetId errors;
};
using ArrivalList = std::vector<Arrivals>;  ///< By the first of their errors.

/// Errors by point, without regard to whether a point is ever reached. Errors travel as sets: what
/// many points have in common is worked out once.
class ErrorFlow {
 public:
  ErrorFlow(const ir::Mesh& mesh, const Regions& regions);

  /// All errors that may arise at a point: its own, those of the flow it calls, the one it raises
  /// again, those pending in the finally block that it leaves.
  SetId At(ir::PointId point) const { return at_[point.index]; }
  /// The errors that some case of a Catch matches.
  SetId CaughtAt(ir::PointId catch_point) const { return caught_.lookup(catch_point.index); }
  SetId Escapes(types::FlowId flow) const { return escapes_[flow.index]; }

  /// Where errors go from a point with this handler. Valid as long as this object.
  const ArrivalList& Land(const std::optional<ir::Handler>& handler, SetId errors) const;
  /// The same, through all finally blocks and joins that pass them on: kBranch if their join does not.
  const ArrivalList& LandForGood(const std::optional<ir::Handler>& handler, SetId errors) const;

  ErrorSets& error_sets() const { return sets_; }
  SetPool& sets() const { return sets_.pool(); }
  types::ErrorId First(SetId errors) const { return sets_.First(errors); }

 private:
  struct Open {
    ir::PointId point;
    SetId errors;
  };
  /// By target of a handler and set. Lists stay where they are.
  using Landings = llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<ArrivalList>>;
  void FindJoins(ir::PointId point);
  void Follow(types::FlowId flow);
  void Arrive(types::FlowId flow, const Arrivals& arrivals);
  void Raise(ir::PointId point, SetId errors);
  void PassOn(ir::PointId enter, SetId errors);
  void CatchBy(const Landing& landing, SetId errors);
  /// Adds `errors` to a set; those that are new.
  SetId Insert(SetId& into, SetId errors) const;
  /// The fork whose join fails with an error of this branch; none: its join takes no notice.
  ir::PointId PassedOnAt(ir::PointId branch_end) const;
  /// The point from which errors go on that have landed; none: they have landed for good.
  ir::PointId GoesOnAt(const Landing& landing) const;
  ArrivalList Search(ir::PointId target, SetId errors) const;
  ArrivalList SearchForGood(const std::optional<ir::Handler>& handler, SetId errors) const;

  const ir::Mesh& mesh_;
  const Regions& regions_;
  mutable ErrorSets sets_;
  std::vector<SetId> at_;                                             ///< By point.
  std::vector<SetId> escapes_;                                        ///< By flow.
  llvm::DenseMap<std::uint32_t, SetId> pending_;                      ///< By FinallyEnter.
  llvm::DenseMap<std::uint32_t, SetId> caught_;                       ///< By Catch.
  llvm::DenseMap<std::uint32_t, SetId> of_clause_;                    ///< By first point.
  llvm::DenseMap<std::uint32_t, std::vector<ir::PointId>> reraises_;  ///< By first point of the clause.
  llvm::DenseMap<std::uint32_t, ir::PointId> passed_on_;  ///< By first point of the branch: the fork.
  std::vector<Open> open_;
  mutable Landings landings_;
  mutable Landings landings_for_good_;
};

}  // namespace meshc::analysis
