// What encloses the statement that is being lowered: loops, guards, clauses, finally blocks, branches,
// sagas.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <array>
#include <optional>
#include <vector>

#include "compiler/ir/point.h"
#include "compiler/sema/typed_program.h"

namespace meshc::lower {

enum class JumpKind : std::uint8_t { kNormal, kReturn, kBreak, kContinue };
inline constexpr std::size_t kJumpKinds = 4;

/// The ways into one finally block. A way that no jump takes has no label.
struct FinallyEntries {
  std::array<ir::PointId, kJumpKinds> jumps;  ///< By JumpKind.
  ir::PointId error;
};

/// What a jump has to leave behind before it gets to its target.
struct JumpRoute {
  std::uint32_t frames = 0;
  std::vector<ir::LoopId> loops;
  ir::PointId target;

  bool is_direct() const { return frames == 0 && loops.empty(); }
};

/// A stack, innermost last. Labels are those of a PointAssembler.
class Enclosure {
 public:
  explicit Enclosure(ir::PointId flow_end) : flow_end_(flow_end) {}

  void EnterLoop(ir::LoopId loop, ir::PointId on_break, ir::PointId on_continue);
  /// Errors inside go to the catch at `target`.
  void EnterGuard(ir::PointId target);
  /// Jumps that leave go through the finally block. `entries` must outlive the scope.
  void EnterFinallyBody(FinallyEntries& entries);
  void EnterClause(sema::VariableId variable);
  void EnterFinallyBlock();
  /// A branch of `parallel` or a copy of `tap`: errors inside end it, at `end`. No jump leaves it.
  void EnterBranch(ir::PointId end);
  /// The body of an `each`: a branch with a variable.
  void EnterEach(ir::PointId end);
  void EnterFollow();
  /// Errors inside go to the undo point at `undo`.
  void EnterSaga(ir::PointId undo);
  void Leave() { scopes_.pop_back(); }

  std::optional<ir::Handler> CurrentHandler() const;

  /// The way of a jump from here, as far as the next finally block. `new_label` makes a label for
  /// a way into it that no jump has taken yet.
  JumpRoute Route(JumpKind kind, llvm::function_ref<ir::PointId()> new_label);

  /// How many clauses stand inside of the one with this variable.
  std::uint32_t ClausesInside(sema::VariableId variable) const;

 private:
  enum class Kind : std::uint8_t {
    kLoop,
    kGuard,
    kFinallyBody,
    kClause,
    kFinallyBlock,
    kBranch,
    kFollow,
    kSaga
  };
  struct Scope {
    Kind kind;
    std::uint32_t frames = 0;  ///< On the stack, this one included.
    ir::LoopId loop;
    ir::PointId on_break;
    ir::PointId on_continue;
    ir::PointId guard;  ///< Where errors inside go: kGuard, kBranch, kSaga.
    FinallyEntries* entries = nullptr;
    sema::VariableId variable;
  };
  Scope& Push(Kind kind, std::uint32_t added_frames);
  bool PassesLoop(const Scope& scope, JumpKind kind, JumpRoute& route) const;

  ir::PointId flow_end_;
  std::vector<Scope> scopes_;
};

}  // namespace meshc::lower
