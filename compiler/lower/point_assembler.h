// Points in the making: an assembler with labels.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::lower {

/// While flows are lowered, every PointId inside a point is a label; Finish turns labels into
/// points. A label may be used before and after it is placed, and must be placed if it is used.
class PointAssembler {
 public:
  ir::PointId NewLabel();

  /// `label` leads to the next point that is emitted.
  void Place(ir::PointId label);

  /// What would lead to the next point leads to `label` instead.
  void GoTo(ir::PointId label);

  /// Marks a label as used by something that is no point: a flow's entry.
  void Use(ir::PointId label);

  /// True if something leads to the next point. Jumps from unreachable code count.
  bool IsReached();

  void Emit(ir::Point point);

  /// Sorts the points by name, resolves all labels, those in `entries` too. Throws std::logic_error if one
  /// that is used was never placed.
  Store<ir::PointId, ir::Point> Finish(llvm::ArrayRef<ir::PointId*> entries) &&;

 private:
  static constexpr std::uint32_t kUnplaced = std::numeric_limits<std::uint32_t>::max();
  struct Label {
    ir::PointId alias;             ///< Stands for another label; none: for itself.
    std::uint32_t at = kUnplaced;  ///< Number of the point that it leads to.
    bool used = false;
  };
  Label& Find(ir::PointId label);

  std::vector<Label> labels_;
  Store<ir::PointId, ir::Point> points_;       ///< As emitted; sorted where they stand by Finish.
  llvm::SmallVector<ir::PointId, 4> pending_;  ///< Placed, waiting for the next point.
};

}  // namespace meshc::lower
