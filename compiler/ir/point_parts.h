// What a point is made of, whatever its kind. A pass that asks here names no kind, and knows new ones.
//
// Where control goes from a point is asked by `Successors` in point.h.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <concepts>
#include <type_traits>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

/// The delivery to an actor that a point is; null: it is none.
const Visit* VisitAt(const Point& point);

/// The flow that a point calls, on whichever envelope; none: it calls none.
types::FlowId CalledFlow(const Point& point);

/// The bindings of a visit or of a call on an own envelope; null for other points.
const std::vector<Binding>* BindingsOf(const Point& point);
/// The type of the param, or of the field of a callee, that such a binding gives a value.
types::TypeId TypeOfBound(const Mesh& mesh, const Point& point, const Binding& binding);

/// Calls `visit` on every expression that a point evaluates, but for its undo.
void ForEachExpression(const Point& point, llvm::function_ref<void(ExpressionId)> visit);

/// Calls `visit` on every target that a point writes. Of a gap that may write everything: on none.
void ForEachTarget(const Point& point, llvm::function_ref<void(const Target&)> visit);

/// First points of what runs beside the envelope at hand: branches, the body for each element, copies.
llvm::SmallVector<PointId, 4> BranchEntries(const Point& point);

/// A function for each kind of point, for `std::visit` of a body: a kind that none takes does not compile.
template <typename... Functions>
struct ByKind : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
ByKind(Functions...) -> ByKind<Functions...>;

/// `Kind` is one of `Kinds`. Use it to name the kinds that a pass treats alike: what takes every kind there
/// is would take new ones, too.
template <typename Kind, typename... Kinds>
concept AnyOf = (std::same_as<std::remove_cvref_t<Kind>, Kinds> || ...);

}  // namespace meshc::ir
