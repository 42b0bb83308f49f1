// Flows, blocks and the choice of a statement's family.
#include <llvm/Support/Casting.h>

#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

FlowLowering::FlowLowering(const sema::TypedProgram& program, types::FlowId flow, MeshDraft& draft)
    : program_(program),
      flow_(program.flows[flow]),
      flow_id_(flow),
      draft_(draft),
      points_(draft.points),
      names_(draft.names),
      end_(draft.points.NewLabel()),
      enclosure_(end_),
      expressions_(program, draft.mesh.expressions, &enclosure_) {}

void FlowLowering::Run() {
  names_.Enter(flow_.name);
  ir::PointId entry = points_.NewLabel();
  draft_.mesh.flows[flow_id_].entry = entry;
  points_.Use(entry);
  points_.Place(entry);

  const syntax::FlowDeclaration& declaration = *flow_.declaration;
  LowerGuarded({flow_.name, declaration.body, declaration.guards, declaration.header});
  points_.Place(end_);
  if (!points_.IsReached()) return;
  source::SourceRange closing_brace = declaration.range;
  closing_brace.begin = closing_brace.end > 0 ? closing_brace.end - 1 : 0;
  Emit(flow_.name + "/end", ir::Return{}, closing_brace, true);
}

void FlowLowering::Emit(std::string name, ir::PointBody body, source::SourceRange origin, bool implied) {
  points_.Emit({std::move(name), flow_id_, std::move(body), enclosure_.CurrentHandler(), origin, implied});
}

void FlowLowering::Lower(const syntax::Block& block) {
  for (const syntax::Statement* statement : block.statements) Lower(*statement);
}

void FlowLowering::LowerIn(std::string path, const syntax::Block& block) {
  std::string outer = names_.Enter(std::move(path));
  Lower(block);
  names_.Return(std::move(outer));
}

void FlowLowering::LowerIn(std::string path, const syntax::Statement& statement) {
  std::string outer = names_.Enter(std::move(path));
  Lower(statement);
  names_.Return(std::move(outer));
}

void FlowLowering::Lower(const syntax::Statement& statement) {
  if (const auto damage = program_.damaged.find(&statement); damage != program_.damaged.end())
    return LowerGap(statement, damage->second);
  switch (statement.kind) {
    case syntax::StatementKind::kChain: return LowerChain(llvm::cast<syntax::ChainStatement>(statement));
    case syntax::StatementKind::kSet: return LowerSet(llvm::cast<syntax::SetStatement>(statement));
    case syntax::StatementKind::kIf: return LowerIf(llvm::cast<syntax::IfStatement>(statement));
    case syntax::StatementKind::kMatch: return LowerMatch(llvm::cast<syntax::MatchStatement>(statement));
    case syntax::StatementKind::kRoute: return LowerRoute(llvm::cast<syntax::RouteStatement>(statement));
    case syntax::StatementKind::kWhile: return LowerWhile(llvm::cast<syntax::WhileStatement>(statement));
    case syntax::StatementKind::kRepeat: return LowerRepeat(llvm::cast<syntax::RepeatStatement>(statement));
    case syntax::StatementKind::kLoop: return LowerLoop(llvm::cast<syntax::LoopStatement>(statement));
    case syntax::StatementKind::kBreak: return LowerJump(JumpKind::kBreak, "break", statement);
    case syntax::StatementKind::kContinue: return LowerJump(JumpKind::kContinue, "continue", statement);
    case syntax::StatementKind::kReturn: return LowerJump(JumpKind::kReturn, "return", statement);
    case syntax::StatementKind::kTry: return LowerTry(llvm::cast<syntax::TryStatement>(statement));
    case syntax::StatementKind::kRaise: return LowerRaise(llvm::cast<syntax::RaiseStatement>(statement));
    case syntax::StatementKind::kBlock: return Lower(llvm::cast<syntax::BlockStatement>(statement).block);
    case syntax::StatementKind::kEmpty: return;
    case syntax::StatementKind::kFollow: return LowerFollow(llvm::cast<syntax::FollowStatement>(statement));
    case syntax::StatementKind::kParallel:
      return LowerParallel(llvm::cast<syntax::ParallelStatement>(statement));
    case syntax::StatementKind::kEach: return LowerEach(llvm::cast<syntax::EachStatement>(statement));
    case syntax::StatementKind::kSaga: return LowerSaga(llvm::cast<syntax::SagaStatement>(statement));
    case syntax::StatementKind::kTap: return LowerTap(llvm::cast<syntax::TapStatement>(statement));
    case syntax::StatementKind::kAwait: return LowerAwait(llvm::cast<syntax::AwaitStatement>(statement));
    case syntax::StatementKind::kInvalid: return;  // Reported by earlier stages, so none arrives here.
  }
}

}  // namespace meshc::lower
