// From one drawn point to the next: control followed through everything that is not drawn.
#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codegen/graph/model.h"
#include "codegen/graph/openers.h"
#include "codegen/graph/point_errors.h"
#include "codegen/graph/undo_order.h"
#include "compiler/analysis/analysis.h"
#include "compiler/analysis/failures.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// An error on its way to a clause.
struct Pending {
  types::ErrorId error;              ///< None: not known, any clause may be meant.
  ir::PointId origin;                ///< Where it arose: what has to be undone is what came before.
  EdgeKind kind = EdgeKind::kError;  ///< Or kAnyError.
  bool or_child = false;             ///< What raises an error may raise its children instead.

  /// The same on its way out of a saga or fork, with all that has been done before `from`.
  Pending Since(ir::PointId from) const { return {error, from, kind, or_child}; }
  friend auto operator<=>(const Pending&, const Pending&) = default;
};

/// Where control arrives. Without a point: the flow ends there, well or (`IsError`) failed.
struct Arrival {
  ir::PointId point;
  types::FlowId flow;  ///< Of the end, if there is no point.
  EdgeKind kind = EdgeKind::kNext;
  std::string label;  ///< The label, case or error that led here; may be empty.
  /// kUndo: `point` is the call that is undone by the Undo point `saga`; then `pending` goes on.
  ir::PointId saga = {};
  Pending pending = {};
  bool failed = false;  ///< Of the end: nobody caught the error. An end after a caught one is a good one.

  friend auto operator<=>(const Arrival&, const Arrival&) = default;
};

/// Follows control on one mesh. What is drawn is the caller's choice.
class Tracer {
 public:
  using Drawn = std::function<bool(ir::PointId)>;
  enum class Depth : std::uint8_t {
    kFlow,  ///< Each flow for itself; sagas are frames, and errors pass through them.
    kHops,  ///< Every hop, through calls of flows: undo calls and errors where nothing is drawn are told too.
  };
  Tracer(const ir::Mesh& mesh, const analysis::Facts& facts, const Openers& openers, Drawn drawn,
         Depth depth);

  /// Where control arrives that is at `point`: there, if it is drawn.
  std::vector<Arrival> From(ir::PointId point) const;
  /// What follows a drawn point when it ends well.
  std::vector<Arrival> After(ir::PointId point) const;
  /// What follows when `error` arises at `point`.
  std::vector<Arrival> OnError(ir::PointId point, types::ErrorId error,
                               EdgeKind kind = EdgeKind::kError) const;
  /// What follows when the actor at `point` raises `error` or a child of it.
  std::vector<Arrival> OnDeclaredError(ir::PointId point, types::ErrorId error) const;
  /// What follows an arrival of kind kUndo when the undo call has ended.
  std::vector<Arrival> AfterUndo(const Arrival& undone) const;

 private:
  class Walk;
  bool ShowsHops() const { return depth_ != Depth::kFlow; }
  /// The first point from here on that is drawn, or where control may part or end; found once for all walks.
  ir::PointId Skip(ir::PointId point) const;
  ir::PointId OnlyNext(ir::PointId point) const;

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  const Openers& openers_;
  Drawn drawn_;
  Depth depth_;
  std::optional<UndoOrder> undo_order_;
  std::optional<PointErrors> point_errors_;
  mutable std::vector<ir::PointId> skipped_;       ///< By point: the answer of Skip, once it is known.
  std::vector<std::vector<ir::PointId>> callers_;  ///< By flow; filled if control goes through calls.
};

}  // namespace meshc::codegen::graph
