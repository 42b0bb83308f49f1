// One flow: statements become points. A construct's method stands in the file of its family.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/lower/enclosure.h"
#include "compiler/lower/lower_expressions.h"
#include "compiler/lower/mesh_draft.h"

namespace meshc::lower {

class FlowLowering {
 public:
  FlowLowering(const sema::TypedProgram& program, types::FlowId flow, MeshDraft& draft);

  /// Emits all points of the flow and sets its entry.
  void Run();

 private:
  // lower_block.cpp
  void Lower(const syntax::Block& block);
  void Lower(const syntax::Statement& statement);
  void LowerIn(std::string path, const syntax::Block& block);
  void LowerIn(std::string path, const syntax::Statement& statement);

  // lower_gap.cpp
  void LowerGap(const syntax::Statement& statement, sema::Damage damage);
  std::optional<std::vector<ir::Target>> TargetsOf(const syntax::Statement& statement) const;

  // lower_call.cpp
  void LowerChain(const syntax::ChainStatement& statement);
  /// Of a call: what `facts` say; `callee` is where it stands in source, `origin` the whole call.
  struct CallSite {
    const sema::CallFacts& facts;
    source::SourceRange callee;
    source::SourceRange origin;
  };
  CallSite SiteOf(const syntax::Call& call) const;
  void LowerCall(const CallSite& site);
  void LowerFlowCall(const CallSite& site);
  ir::FlowCall MakeOwnCall(const CallSite& site);
  ir::Visit MakeVisit(const CallSite& site);
  std::vector<ir::ResultWrite> MakeWrites(const sema::CallFacts& facts) const;
  std::vector<ir::Binding> MakeUndo(const CallSite& site);
  /// A param, or a field of a called flow's own envelope.
  struct Slot {
    std::uint32_t index = 0;
    types::TypeId type;
    bool has_default = false;
  };
  std::optional<ir::Binding> Bind(const CallSite& site, const sema::ParamSource& source, Slot slot);
  bool IsMemberPath(ir::ExpressionId value) const;

  // lower_set.cpp
  void LowerSet(const syntax::SetStatement& statement);

  // lower_choice.cpp
  void LowerIf(const syntax::IfStatement& statement);
  void LowerMatch(const syntax::MatchStatement& statement);
  std::string ArmLabel(const syntax::MatchStatement& statement,
                       const std::vector<std::optional<types::Constant>>& patterns);
  void LowerRoute(const syntax::RouteStatement& statement);

  // lower_loop.cpp
  struct LoopParts {
    std::string construct;
    ir::LoopId loop;
    source::SourceRange keyword;
    ir::PointId body, again, exhausted, leave, after;  ///< `again`: where the next round is decided.
  };
  LoopParts StartLoop(std::string_view word, const syntax::Statement& statement,
                      const syntax::CountClause& max);
  void EmitRound(const LoopParts& parts);
  void EndLoop(const LoopParts& parts, const syntax::Block* else_body);
  void LowerWhile(const syntax::WhileStatement& statement);
  void LowerRepeat(const syntax::RepeatStatement& statement);
  void LowerLoop(const syntax::LoopStatement& statement);

  // lower_parallel.cpp
  void LowerParallel(const syntax::ParallelStatement& statement);
  void LowerEach(const syntax::EachStatement& statement);
  void LowerTap(const syntax::TapStatement& statement);
  /// The end of a branch that stands inside its scope, and leaves it. `join` may be none.
  void EndBranch(const std::string& path, ir::PointId end, ir::PointId join, source::SourceRange origin);

  // lower_follow.cpp
  void LowerFollow(const syntax::FollowStatement& statement);

  // lower_saga.cpp
  void LowerSaga(const syntax::SagaStatement& statement);

  // lower_await.cpp
  void LowerAwait(const syntax::AwaitStatement& statement);

  // lower_jump.cpp
  void LowerJump(JumpKind kind, std::string_view word, const syntax::Statement& statement);
  void LowerRaise(const syntax::RaiseStatement& statement);

  // lower_try.cpp
  struct Guarded {
    std::string construct;
    const syntax::Block& body;
    const syntax::Guards& guards;
    source::SourceRange origin;
  };
  void LowerTry(const syntax::TryStatement& statement);
  void LowerGuarded(const Guarded& guarded);
  void LowerClauses(const Guarded& guarded, ir::PointId done, std::optional<ir::PointId> rest);
  void LowerClause(const syntax::OnClause& clause, const std::string& path, ir::PointId entry,
                   ir::PointId done);
  std::string ClauseLabel(const syntax::OnClause& clause) const;

  // lower_finally.cpp
  void LowerFinally(const Guarded& guarded, FinallyEntries& entries, ir::PointId after);
  void EmitWaysOut(const std::string& path, source::SourceRange origin, const std::vector<JumpKind>& exits,
                   ir::PointId after);

  /// Emits a point that errors leave by the handler of the current enclosure.
  void Emit(std::string name, ir::PointBody body, source::SourceRange origin, bool implied = false);
  /// The same for a point whose `next` is what follows.
  template <typename Body>
  void EmitThen(std::string name, Body body, source::SourceRange origin, bool implied = false) {
    body.next = points_.NewLabel();
    ir::PointId next = body.next;
    Emit(std::move(name), std::move(body), origin, implied);
    points_.Place(next);
  }
  JumpRoute RouteOf(JumpKind kind) {
    return enclosure_.Route(kind, [&] { return points_.NewLabel(); });
  }
  const types::Envelope& envelope() const { return program_.declarations.envelopes[flow_.envelope]; }

  const sema::TypedProgram& program_;
  const sema::Flow& flow_;
  types::FlowId flow_id_;
  MeshDraft& draft_;
  PointAssembler& points_;
  PointNames& names_;
  ir::PointId end_;
  Enclosure enclosure_;
  ExpressionLowering expressions_;
  /// Of `each`.
  struct Variable {
    llvm::StringRef name;
    types::TypeId type;
  };
  llvm::DenseMap<std::uint32_t, Variable> variables_;
};

}  // namespace meshc::lower
