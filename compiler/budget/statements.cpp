#include "compiler/budget/statements.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

namespace meshc::budget {
namespace {

using llvm::cast;
using syntax::Statement;
using syntax::StatementKind;

struct Pending {
  const Statement* statement = nullptr;
  bool in_loop = false;
};

/// What stands inside of one statement, in source order.
class Parts {
 public:
  Parts(const Statement& statement, bool in_loop) : in_loop_(in_loop) { Collect(statement); }
  Parts(const syntax::Block& body, const syntax::Guards& guards) { Add(body, guards); }

  /// Reversed, so that they are taken in order.
  void MoveTo(llvm::SmallVectorImpl<Pending>& pending) const {
    for (const Pending& part : llvm::reverse(parts_)) pending.push_back(part);
  }

 private:
  void Add(const Statement* statement) {
    if (statement != nullptr) parts_.push_back({statement, in_loop_});
  }
  void Add(const syntax::Block& block) {
    for (const Statement* statement : block.statements) Add(statement);
  }
  void Add(const syntax::Block& body, const syntax::Guards& guards) {
    Add(body);
    for (const syntax::OnClause& clause : guards.clauses) Add(clause.body);
    Add(guards.finally_body);
  }
  template <typename Arms>
  void AddBodies(const Arms& arms) {
    for (const auto& arm : arms) Add(arm.body);
  }
  template <typename Loop>
  void AddLoop(const Loop& loop) {
    const bool around = in_loop_;
    in_loop_ = around || loop.max.value > 1;
    Add(loop.body);
    in_loop_ = around;
    Add(loop.else_body);
  }

  void Collect(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kInvalid:
      case StatementKind::kChain:
      case StatementKind::kSet:
      case StatementKind::kFollow:
      case StatementKind::kBreak:
      case StatementKind::kContinue:
      case StatementKind::kReturn:
      case StatementKind::kRaise:
      case StatementKind::kTap:
      case StatementKind::kEmpty: return;
      case StatementKind::kIf: return AddBodies(cast<syntax::IfStatement>(statement).arms);
      case StatementKind::kMatch: return AddBodies(cast<syntax::MatchStatement>(statement).arms);
      case StatementKind::kRoute: return AddBodies(cast<syntax::RouteStatement>(statement).arms);
      case StatementKind::kParallel: return AddBodies(cast<syntax::ParallelStatement>(statement).branches);
      case StatementKind::kWhile: return AddLoop(cast<syntax::WhileStatement>(statement));
      case StatementKind::kRepeat: return AddLoop(cast<syntax::RepeatStatement>(statement));
      case StatementKind::kLoop: return AddLoop(cast<syntax::LoopStatement>(statement));
      case StatementKind::kEach: return Add(cast<syntax::EachStatement>(statement).body);
      case StatementKind::kTry:
        return Add(cast<syntax::TryStatement>(statement).body, cast<syntax::TryStatement>(statement).guards);
      case StatementKind::kSaga: return Add(cast<syntax::SagaStatement>(statement).body);
      case StatementKind::kAwait: return Add(cast<syntax::AwaitStatement>(statement).else_body);
      case StatementKind::kBlock: return Add(cast<syntax::BlockStatement>(statement).block);
    }
  }

  llvm::SmallVector<Pending, 16> parts_;
  bool in_loop_ = false;
};

}  // namespace

void ForEachStatement(const syntax::FlowDeclaration& flow, StatementVisitor visit) {
  llvm::SmallVector<Pending, 32> pending;
  Parts(flow.body, flow.guards).MoveTo(pending);
  while (!pending.empty()) {
    const Pending next = pending.pop_back_val();
    visit(*next.statement, next.in_loop);
    Parts(*next.statement, next.in_loop).MoveTo(pending);
  }
}

void ForEachCall(const sema::TypedProgram& program, const Statement& statement,
                 llvm::function_ref<void(const sema::CallFacts&, source::SourceRange)> visit) {
  const auto take = [&](const syntax::Call& call) { visit(program.FactsOf(call), call.callee.range); };
  if (const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(&statement)) {
    for (const syntax::Call& call : chain->calls) take(call);
  } else if (const auto* route = llvm::dyn_cast<syntax::RouteStatement>(&statement)) {
    take(route->router);
  } else if (const auto* follow = llvm::dyn_cast<syntax::FollowStatement>(&statement)) {
    take(follow->router);
    for (const sema::CallFacts& step : program.FactsOf(*follow).steps) visit(step, follow->range);
  } else if (const auto* tap = llvm::dyn_cast<syntax::TapStatement>(&statement)) {
    take(tap->call);
  }
}

}  // namespace meshc::budget
