// Who may follow whom, and why: control followed from one point that is asked for to the next ones.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/analysis/failures.h"
#include "compiler/analysis/trace/openers.h"
#include "compiler/analysis/trace/passage.h"
#include "compiler/analysis/trace/point_errors.h"
#include "compiler/analysis/trace/undo_order.h"
#include "compiler/ir/mesh.h"

namespace meshc::analysis {

/// Follows control on one mesh, through every point at which it does not stop; where it stops is the caller's
/// choice. Immutable but for what it remembers: one thread at a time.
class Tracer {
 public:
  using Stops = std::function<bool(ir::PointId)>;
  enum class Depth : std::uint8_t {
    kFlow,  ///< Each flow for itself; errors pass through sagas.
    kHops,  ///< Every hop, through calls of flows: undo calls and errors of points in between are told too.
  };
  Tracer(const ir::Mesh& mesh, const Facts& facts, const Openers& openers, Stops stops, Depth depth);

  /// Where control stops that is at `point`: there, if it is such a point.
  std::vector<Passage> From(ir::PointId point) const;
  /// What follows a point when it ends well.
  std::vector<Passage> After(ir::PointId point) const;
  /// What follows when `error` arises at `point`.
  std::vector<Passage> OnError(ir::PointId point, types::ErrorId error,
                               PassageKind kind = PassageKind::kError) const;
  /// What follows when the actor at `point` raises `error` or a child of it.
  std::vector<Passage> OnDeclaredError(ir::PointId point, types::ErrorId error) const;
  /// What follows a passage of kind kUndo when the undo call has ended.
  std::vector<Passage> AfterUndo(const Passage& undone) const;

 private:
  class Walk;
  bool ShowsHops() const { return depth_ != Depth::kFlow; }
  /// The first point from here on where it stops, or where control may part or end; found once for all walks.
  ir::PointId Skip(ir::PointId point) const;
  ir::PointId OnlyNext(ir::PointId point) const;

  const ir::Mesh& mesh_;
  const Facts& facts_;
  const Openers& openers_;
  Stops stops_;
  Depth depth_;
  std::optional<UndoOrder> undo_order_;
  std::optional<PointErrors> point_errors_;
  mutable std::vector<ir::PointId> skipped_;       ///< By point: the answer of Skip, once it is known.
  std::vector<std::vector<ir::PointId>> callers_;  ///< By flow; filled if control goes through calls.
};

}  // namespace meshc::analysis
