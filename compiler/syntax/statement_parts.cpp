#include "compiler/syntax/statement_parts.h"

#include <llvm/Support/Casting.h>

namespace meshc::syntax {
namespace {

using llvm::cast;

class Parts {
 public:
  explicit Parts(PartVisitor visit) : visit_(visit) {}

  void Of(const Block& body, const Guards& guards) {
    Add(body);
    for (const OnClause& clause : guards.clauses) Add(clause.body);
    Add(guards.finally_body);
  }

  void Of(const Statement& statement) {
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
      case StatementKind::kIf: return AddBodies(cast<IfStatement>(statement).arms);
      case StatementKind::kMatch: return AddBodies(cast<MatchStatement>(statement).arms);
      case StatementKind::kRoute: return AddBodies(cast<RouteStatement>(statement).arms);
      case StatementKind::kParallel: return AddBodies(cast<ParallelStatement>(statement).branches);
      case StatementKind::kWhile: return AddLoop(cast<WhileStatement>(statement));
      case StatementKind::kRepeat: return AddLoop(cast<RepeatStatement>(statement));
      case StatementKind::kLoop: return AddLoop(cast<LoopStatement>(statement));
      case StatementKind::kEach: return Add(cast<EachStatement>(statement).body);
      case StatementKind::kTry:
        return Of(cast<TryStatement>(statement).body, cast<TryStatement>(statement).guards);
      case StatementKind::kSaga: return Add(cast<SagaStatement>(statement).body);
      case StatementKind::kAwait: return Add(cast<AwaitStatement>(statement).else_body);
      case StatementKind::kBlock: return Add(cast<BlockStatement>(statement).block);
    }
  }

 private:
  void Add(const Statement* statement, bool repeated = false) {
    if (statement != nullptr) visit_(*statement, repeated);
  }
  void Add(const Block& block, bool repeated = false) {
    for (const Statement* statement : block.statements) Add(statement, repeated);
  }
  template <typename Arms>
  void AddBodies(const Arms& arms) {
    for (const auto& arm : arms) Add(arm.body);
  }
  template <typename Loop>
  void AddLoop(const Loop& loop) {
    Add(loop.body, loop.max.value > 1);
    Add(loop.else_body);
  }

  PartVisitor visit_;
};

}  // namespace

void ForEachPart(const Statement& statement, PartVisitor visit) { Parts(visit).Of(statement); }

void ForEachPart(const FlowDeclaration& flow, PartVisitor visit) { Parts(visit).Of(flow.body, flow.guards); }

}  // namespace meshc::syntax
