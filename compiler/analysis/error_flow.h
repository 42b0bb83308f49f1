// Where errors arise, and which clause, finally block or caller each of them goes to.
#pragma once

#include <llvm/ADT/DenseMap.h>

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

/// Errors by point and by name, without regard to whether a point is ever reached.
class ErrorFlow {
 public:
  ErrorFlow(const ir::Mesh& mesh, const Regions& regions);

  /// All errors that may arise at a point: its own, those of the flow it calls, the one it raises
  /// again, those pending in the finally block that it leaves.
  const ErrorList& At(ir::PointId point) const { return at_[point.index]; }
  /// The errors that a FinallyEnter may take along.
  const ErrorList& PendingAt(ir::PointId enter) const { return pending_[enter.index]; }
  /// The errors that some case of a Catch matches.
  const ErrorList& CaughtAt(ir::PointId catch_point) const { return caught_[catch_point.index]; }
  const ErrorList& Escapes(types::FlowId flow) const { return escapes_[flow.index]; }

  /// Where `error` goes from a point with this handler.
  Landing Land(const std::optional<ir::Handler>& handler, types::ErrorId error) const;
  /// The same, through all finally blocks and joins that pass it on: kBranch if its join does not.
  Landing LandForGood(const std::optional<ir::Handler>& handler, types::ErrorId error) const;

 private:
  struct Arrival {
    ir::PointId point;
    types::ErrorId error;
  };
  void FindJoins(ir::PointId point);
  void Follow(types::FlowId flow);
  void Raise(ir::PointId point, types::ErrorId error);
  void PassOn(ir::PointId enter, types::ErrorId error);
  /// The fork whose join fails with an error of this branch; none: its join takes no notice.
  ir::PointId PassedOnAt(ir::PointId branch_end) const;
  void CatchBy(const Landing& landing, types::ErrorId error);
  Landing Search(ir::PointId target, types::ErrorId error) const;

  const ir::Mesh& mesh_;
  const Regions& regions_;
  std::vector<ErrorList> at_, pending_, caught_, escapes_;
  llvm::DenseMap<std::uint32_t, ErrorList> of_clause_;                ///< By first point.
  llvm::DenseMap<std::uint32_t, std::vector<ir::PointId>> reraises_;  ///< By first point of the clause.
  llvm::DenseMap<std::uint32_t, ir::PointId> passed_on_;  ///< By first point of the branch: the fork.
  std::vector<Arrival> open_;
  mutable llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, Landing> landings_;
};

}  // namespace meshc::analysis
