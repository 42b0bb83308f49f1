// Which undo calls may be the next when a saga is undone, last first.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <vector>

#include "compiler/analysis/trace/openers.h"

namespace meshc::analysis {

/// The calls of which one may be undone next. `none`: it may be that none is left to undo.
struct LastCalls {
  std::vector<ir::PointId> calls;
  bool none = false;
};

/// Walks against control from a point to the calls before it that have an undo. Branches count as if
/// they ran one after the other, as their undo calls do.
class UndoOrder {
 public:
  UndoOrder(const ir::Mesh& mesh, const Openers& openers);

  /// What is undone next when control is at `point`, whose own call is not, inside the saga that
  /// starts at `enter`.
  LastCalls Before(ir::PointId point, ir::PointId enter) const;

 private:
  /// Control comes from a point, or from the failure of some point of a flow.
  struct Origin {
    std::uint32_t place = 0;
    bool succeeded = false;
  };
  /// A place is the state before a point or, behind those, that of a flow as an error leaves it.
  std::uint32_t EscapeOf(types::FlowId flow) const { return mesh_.points.size() + flow.index; }
  void Add(std::uint32_t to, std::uint32_t from, bool succeeded);
  void AddWell(ir::PointId from, ir::PointId to) { Add(to.index, from.index, true); }
  void AddPoint(ir::PointId id);
  void AddFork(ir::PointId id, const ir::Fork& fork);
  void AddEach(ir::PointId id, const ir::EachFork& each);
  void AddFailure(ir::PointId id);
  const ir::Call* CallWithUndo(std::uint32_t place) const;
  bool MayBeRefused(const ir::Call& call) const;

  const ir::Mesh& mesh_;
  const Openers& openers_;
  std::vector<bool> fallible_;                              ///< By expression.
  std::vector<llvm::SmallVector<Origin, 2>> origins_;       ///< By place.
  std::vector<llvm::SmallVector<ir::PointId, 2>> returns_;  ///< By flow.
  llvm::DenseMap<std::uint32_t, ir::PointId> ends_;         ///< Of branches, by first point.
};

}  // namespace meshc::analysis
