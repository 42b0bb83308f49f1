// Program points: the nodes of the lowered control-flow graph.
//
// The kinds cover the whole language. What each kind does at run time is said once, at
// `mesh::contract::PointKind`; a struct here holds only the operands of its own kind.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/ir/expression.h"
#include "compiler/types/declarations.h"

namespace meshc::ir {

using PointId = Id<struct PointTag>;
using LoopId = Id<struct LoopTag>;

/// A param and the expression that it is bound to. A soft binding may find nothing: then the
/// param takes its default or is left out; its value is a field, a variable or a caught error, or a
/// member path below one, maybe under one kToFloat.
struct Binding {
  std::uint32_t param = 0;
  ExpressionId value;
  bool soft = false;
};

/// Where a value is written: a slot, or a member below it.
struct Target {
  std::uint32_t field = 0;
  std::vector<std::uint32_t> path;
  bool append = false;
};

/// What becomes of a result. No target: dropped.
struct ResultWrite {
  std::uint32_t result = 0;
  std::optional<Target> target;
};

/// What a delivery to an actor has in common.
struct Visit {
  types::ActorId actor;
  std::vector<Binding> bindings;
  std::optional<std::int64_t> timeout_ns;
  std::optional<types::Retry> retry;
};

/// `undo` binds the params of the actor's `undo` once the call has succeeded: there kParam is a param
/// of the call, and behind those a result. Empty where no saga can be around.
struct Call {
  Visit visit;
  std::vector<ResultWrite> writes;
  std::vector<Binding> undo;
  PointId next;
};
struct Ask {
  Visit visit;
  std::vector<PointId> targets;
};  ///< One per label.
/// `steps`: where each listed step starts, all of which end at `next`. `once`: those that may be
/// returned once only, as they write a plain field.
struct Follow {
  Visit visit;
  std::vector<PointId> steps;
  std::vector<std::uint32_t> once;
  PointId next;  ///< A FollowNext.
};
struct FollowNext {
  PointId next;  ///< When no step is left.
};
struct FlowCall {
  types::FlowId flow;
  bool own_envelope = false;
  std::vector<Binding> bindings;    ///< Own envelope: `param` is a slot of the callee's.
  std::vector<ResultWrite> writes;  ///< Own envelope: `result` is a slot of the callee's.
  PointId next;
};
struct Return {};
struct Set {
  Target target;
  ExpressionId value;
  PointId next;
};
struct Branch {
  ExpressionId condition;
  PointId if_true;
  PointId if_false;
};
struct MatchCase {
  types::Constant value;
  PointId target;
};
struct Match {
  ExpressionId subject;
  std::vector<MatchCase> cases;
  std::optional<PointId> rest;
};
struct LoopStart {
  LoopId loop;
  PointId next;
};
struct LoopRound {
  LoopId loop;
  PointId body;
  PointId exhausted;
};
struct Unwind {
  std::uint32_t frames = 0;
  std::vector<LoopId> loops;
  PointId next;
};

/// A finally region is one copy of the body between entries and one exit. `exit` is the number
/// of the way out that was pending, or none for an error.
struct FinallyEnter {
  std::optional<std::uint32_t> exit;
  PointId next;
};
struct FinallyExit {
  std::vector<PointId> targets;
};  ///< By exit number.

/// A clause that names several errors has a case for each; `origin` is the name in the clause.
struct CatchCase {
  types::ErrorId error;
  PointId target;
  source::SourceRange origin;
};
/// `rest`: where an error goes that no case matches (a FinallyEnter); none: to this point's handler.
struct Catch {
  std::vector<CatchCase> cases;
  std::optional<PointId> rest;
};
struct Raise {
  types::ErrorId error;
  ExpressionId message;
  ExpressionId detail;
};  ///< Either may be none.
struct Reraise {};

enum class WaitKind : std::uint8_t { kAll, kAny, kCount };
struct JoinPolicy {
  WaitKind wait = WaitKind::kAll;
  std::uint32_t count = 0;
  std::int64_t timeout_ns = 0;
};
struct ForkBranch {
  PointId entry;
  bool optional = false;
};
struct Fork {
  std::vector<ForkBranch> branches;
  JoinPolicy policy;
  PointId join;
};
struct Collect {
  std::uint32_t from = 0;
  std::uint32_t into = 0;
  source::SourceRange origin;  ///< The clause.
};
struct EachFork {
  ExpressionId list;
  std::uint32_t variable = 0;
  std::string variable_name;  ///< As written.
  std::uint32_t max = 0;      ///< 0: unbounded.
  std::uint32_t width = 0;    ///< 0: all at once.
  JoinPolicy policy;
  std::vector<Collect> collects;
  PointId body;
  PointId join;
};
struct Join {
  PointId next;
};
/// The end of a branch, or of a copy made by Tap, which no join waits for. An error may arrive too.
struct BranchEnd {
  PointId join;  ///< None: Tap.
};
struct Park {
  std::string signal;
  types::TypeId type;
  std::uint32_t field = 0;
  std::int64_t timeout_ns = 0;
  std::optional<PointId> on_timeout;  ///< None: `timeout` is raised.
  PointId next;
};
struct Tap {
  PointId copy;
  PointId next;
};
struct SagaEnter {
  PointId next;
};
struct SagaExit {
  PointId next;
};
struct Undo {};
/// A statement that has an error, in a mesh that is made for `analysis` only: it may raise anything.
struct Gap {
  bool holds_jump = false;                     ///< `break`, `return`, `raise` ... stand in it.
  std::optional<std::vector<Target>> targets;  ///< What it writes; none: maybe every field.
  PointId next;
};

using PointBody = std::variant<Call, Ask, Follow, FollowNext, FlowCall, Return, Set, Branch, Match, LoopStart,
                               LoopRound, Unwind, FinallyEnter, FinallyExit, Catch, Raise, Reraise, Fork,
                               EachFork, Join, BranchEnd, Park, Tap, SagaEnter, SagaExit, Undo, Gap>;

/// Where an error that arises at a point goes: to `target`, after all frames above the first
/// `frames` of this flow's call and the counters of `drop_loops` are gone.
struct Handler {
  PointId target;  ///< A Catch, Undo or BranchEnd.
  std::uint32_t frames = 0;
  std::vector<LoopId> drop_loops;
};

struct Point {
  std::string name;  ///< `flow/construct#n[label]/.../callee#n`, unique in the mesh.
  types::FlowId flow;
  PointBody body;
  std::optional<Handler> handler;  ///< None: the error leaves the flow.
  source::SourceRange origin;
  bool implied = false;  ///< Made by lowering: no statement of its own.
};

/// Every point that control may go to next without an error, in a fixed order.
llvm::SmallVector<PointId, 4> Successors(const Point& point);
/// Replaces every point id of `point`, its handler's included.
void RemapPoints(Point& point, llvm::function_ref<PointId(PointId)> map);

}  // namespace meshc::ir
