// One way on from a point of the mesh, and why control takes it.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

/// Why control goes one way and not another.
struct Reason {
  enum class Kind : std::uint8_t {
    kYes,        ///< The condition of the Branch `at` holds.
    kNo,         ///< It does not.
    kCase,       ///< Case `index` of the Match `at`.
    kElse,       ///< No case of it.
    kLabel,      ///< The router of the Ask `at` chose label `index`.
    kExhausted,  ///< The LoopRound `at` has gone round as often as it may.
    kNoStep,     ///< The plan of the FollowNext `at` has no step left.
    kNoElement,  ///< The EachFork `at` has nothing to go through.
    kOptional,   ///< A branch of the Fork `at` that its join does not need.
    kAwait,      ///< Of hops: the Park `at` waits in between; of several the last one.
    kTimeout,    ///< What the Park `at` waits for did not come.
    kError,      ///< The error of number `index` arose.
  };
  Kind kind;
  ir::PointId at;  ///< None for errors.
  std::uint32_t index = 0;

  static Reason Of(types::ErrorId error) { return {Kind::kError, {}, error.index}; }
  friend auto operator<=>(const Reason&, const Reason&) = default;
};
using Reasons = std::vector<Reason>;  ///< In the order in which control meets them.

enum class PassageKind : std::uint8_t {
  kNext,
  kOptional,  ///< To a branch that a join does not need.
  kCopy,      ///< A copy goes there, nothing comes back.
  kError,     ///< An error that is raised, or that the actor declares.
  kAnyError,  ///< One of those that every call may raise.
  kUndo,      ///< To the actor that takes back what a call has done.
};

/// An error on its way to a clause.
struct Pending {
  types::ErrorId error;  ///< None: not known, any clause may be meant.
  ir::PointId origin;    ///< Where it arose: what has to be undone is what came before.
  PassageKind kind = PassageKind::kError;
  bool or_child = false;  ///< What raises an error may raise its children instead.

  /// The same on its way out of a saga or fork, with all that has been done before `from`.
  Pending Since(ir::PointId from) const { return {error, from, kind, or_child}; }
  friend auto operator<=>(const Pending&, const Pending&) = default;
};

/// Where control comes to. Without a point: the flow ends there, well or (`failed`) not.
struct Passage {
  ir::PointId point;
  types::FlowId flow;  ///< Of the end, if there is no point.
  PassageKind kind = PassageKind::kNext;
  Reasons reasons;
  /// kUndo: `point` is the call that is undone by the Undo point `saga`; then `pending` goes on.
  ir::PointId saga = {};
  Pending pending = {};
  bool failed = false;  ///< Of the end: nobody caught the error. An end after a caught one is a good one.

  friend auto operator<=>(const Passage&, const Passage&) = default;
};

}  // namespace meshc::analysis
