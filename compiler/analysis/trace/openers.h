// Which point opened what another one closes: forks and their branches, plans, finally blocks, sagas.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "compiler/ir/mesh.h"
#include "compiler/ir/scopes.h"

namespace meshc::analysis {

class Openers {
 public:
  explicit Openers(const ir::Mesh& mesh);

  /// The Fork, EachFork or Tap whose branch ends here.
  ir::PointId OfBranchEnd(ir::PointId end) const;
  /// The first point of the branch that ends here; none: no path leads to its end.
  ir::PointId EntryOfBranch(ir::PointId end) const;
  /// True if an error that ends the branch is one of its fork too; else the join takes no notice.
  bool PassesErrorsOn(ir::PointId branch_end) const;
  /// The Fork or EachFork whose branches meet here.
  ir::PointId OfJoin(ir::PointId join) const { return forks_.lookup(join.index); }
  /// The Follow whose steps are gone through here.
  ir::PointId OfFollowNext(ir::PointId next) const { return plans_.lookup(next.index); }
  /// The FinallyEnter that leads to this first point of a body; of several the last.
  ir::PointId OfFinally(ir::PointId body) const { return finallies_.lookup(body.index); }
  /// The SagaEnter whose calls are undone here.
  ir::PointId OfUndo(ir::PointId undo) const;
  /// True if the undo of a call at this point would be kept: a saga is around it or around its flow's call.
  bool IsInSaga(ir::PointId point) const;
  const ir::ScopeMap& scopes() const { return scopes_; }
  /// False if the point is surely outside the saga that starts at `enter`; called flows count as inside.
  bool MayBeInside(ir::PointId point, ir::PointId enter) const;

 private:
  struct Branch {
    ir::PointId opener;
    bool optional = false;
  };
  Branch BranchOf(ir::PointId end) const { return branches_.lookup(EntryOfBranch(end).index); }
  void AddBranches(ir::PointId id, const ir::Point& point);
  void FindFlowsInSagas();
  bool IsWithinSaga(ir::PointId point) const;

  const ir::Mesh& mesh_;
  ir::ScopeMap scopes_;
  llvm::DenseMap<std::uint32_t, Branch> branches_;  ///< By first point.
  llvm::DenseMap<std::uint32_t, ir::PointId> forks_;
  llvm::DenseMap<std::uint32_t, ir::PointId> plans_;
  llvm::DenseMap<std::uint32_t, ir::PointId> finallies_;
  std::vector<bool> flows_in_sagas_;
};

}  // namespace meshc::analysis
