#include "compiler/sema/expressions/walk_expressions.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Casting.h>

namespace meshc::sema {
namespace {

using llvm::cast;
using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Statement;
using syntax::StatementKind;
using Pending = llvm::SmallVectorImpl<const Expression*>;

/// Pushes the parts in reverse, so that they are taken in order.
void PushParts(const Expression& e, Pending& pending) {
  const auto push_all = [&](llvm::ArrayRef<const Expression*> parts) {
    for (const Expression* part : llvm::reverse(parts)) pending.push_back(part);
  };
  switch (e.kind) {
    case ExpressionKind::kInvalid:
    case ExpressionKind::kLiteral:
    case ExpressionKind::kName: return;
    case ExpressionKind::kMember: return pending.push_back(cast<syntax::MemberExpression>(e).base);
    case ExpressionKind::kIndex:
      return push_all({cast<syntax::IndexExpression>(e).base, cast<syntax::IndexExpression>(e).index});
    case ExpressionKind::kUnary: return pending.push_back(cast<syntax::UnaryExpression>(e).operand);
    case ExpressionKind::kBinary:
      return push_all({cast<syntax::BinaryExpression>(e).left, cast<syntax::BinaryExpression>(e).right});
    case ExpressionKind::kConditional: {
      const auto& conditional = cast<syntax::ConditionalExpression>(e);
      return push_all({conditional.condition, conditional.then_value, conditional.else_value});
    }
    case ExpressionKind::kCall: return push_all(cast<syntax::CallExpression>(e).arguments);
    case ExpressionKind::kList: return push_all(cast<syntax::ListExpression>(e).elements);
    case ExpressionKind::kRecord:
      for (const syntax::RecordEntry& entry : llvm::reverse(cast<syntax::RecordExpression>(e).entries)) {
        pending.push_back(entry.value);
      }
      return;
  }
}

class Walker {
 public:
  explicit Walker(ExpressionVisitor visit) : visit_(visit) {}

  void Walk(const Expression* root) {
    llvm::SmallVector<const Expression*, 16> pending{root};
    while (!pending.empty()) {
      const Expression* e = pending.pop_back_val();
      if (e == nullptr) continue;
      visit_(*e);
      PushParts(*e, pending);
    }
  }

  void Walk(const syntax::Call& call) {
    for (const syntax::BindingArgument& argument : call.arguments) Walk(argument.value);
  }

  void Walk(const syntax::Block& block) {
    for (const Statement* statement : block.statements) Walk(*statement);
  }

  void Walk(const syntax::Guards& guards) {
    for (const syntax::OnClause& clause : guards.clauses) Walk(clause.body);
    Walk(guards.finally_body);
  }

  void Walk(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kInvalid:
      case StatementKind::kEmpty:
      case StatementKind::kBreak:
      case StatementKind::kContinue:
      case StatementKind::kReturn: return;
      case StatementKind::kChain:
        for (const syntax::Call& call : cast<syntax::ChainStatement>(statement).calls) Walk(call);
        return;
      case StatementKind::kSet: return Walk(cast<syntax::SetStatement>(statement).value);
      case StatementKind::kFollow: return Walk(cast<syntax::FollowStatement>(statement).router);
      case StatementKind::kTap: return Walk(cast<syntax::TapStatement>(statement).call);
      case StatementKind::kSaga: return Walk(cast<syntax::SagaStatement>(statement).body);
      case StatementKind::kAwait: return Walk(cast<syntax::AwaitStatement>(statement).else_body);
      case StatementKind::kBlock: return Walk(cast<syntax::BlockStatement>(statement).block);
      case StatementKind::kIf:
      case StatementKind::kMatch:
      case StatementKind::kRoute:
      case StatementKind::kParallel: return WalkArms(statement);
      case StatementKind::kWhile:
      case StatementKind::kRepeat:
      case StatementKind::kLoop:
      case StatementKind::kEach: return WalkLoop(statement);
      case StatementKind::kTry:
        Walk(cast<syntax::TryStatement>(statement).body);
        return Walk(cast<syntax::TryStatement>(statement).guards);
      case StatementKind::kRaise:
        Walk(cast<syntax::RaiseStatement>(statement).message);
        return Walk(cast<syntax::RaiseStatement>(statement).fields);
    }
  }

  void Walk(const syntax::ScenarioDeclaration& scenario) {
    for (const syntax::ScenarioItem* item : scenario.items) {
      Walk(item->value);
      Walk(item->when);
      for (const syntax::StubAnswer& answer : item->answers) {
        Walk(answer.results);
        Walk(answer.message);
      }
    }
  }

 private:
  void WalkBody(const Statement* body) {
    if (body != nullptr) Walk(*body);
  }

  void WalkArms(const Statement& statement) {
    if (const auto* branch = llvm::dyn_cast<syntax::IfStatement>(&statement)) {
      for (const syntax::IfArm& arm : branch->arms) {
        Walk(arm.condition);
        Walk(arm.body);
      }
    } else if (const auto* match = llvm::dyn_cast<syntax::MatchStatement>(&statement)) {
      Walk(match->subject);
      for (const syntax::MatchArm& arm : match->arms) WalkBody(arm.body);
    } else if (const auto* route = llvm::dyn_cast<syntax::RouteStatement>(&statement)) {
      Walk(route->router);
      for (const syntax::RouteArm& arm : route->arms) WalkBody(arm.body);
    } else {
      for (const syntax::Branch& parallel : cast<syntax::ParallelStatement>(statement).branches)
        WalkBody(parallel.body);
    }
  }

  void WalkLoop(const Statement& statement) {
    if (const auto* loop = llvm::dyn_cast<syntax::WhileStatement>(&statement)) {
      Walk(loop->condition);
      Walk(loop->body);
      Walk(loop->else_body);
    } else if (const auto* repeat = llvm::dyn_cast<syntax::RepeatStatement>(&statement)) {
      Walk(repeat->body);
      Walk(repeat->until);
      Walk(repeat->else_body);
    } else if (const auto* endless = llvm::dyn_cast<syntax::LoopStatement>(&statement)) {
      Walk(endless->body);
      Walk(endless->else_body);
    } else {
      Walk(cast<syntax::EachStatement>(statement).list);
      Walk(cast<syntax::EachStatement>(statement).body);
    }
  }

  ExpressionVisitor visit_;
};

}  // namespace

void WalkExpressions(const syntax::File& file, ExpressionVisitor visit) {
  Walker walker(visit);
  for (const syntax::Declaration* declaration : file.declarations) {
    if (const auto* flow = llvm::dyn_cast<syntax::FlowDeclaration>(declaration)) {
      walker.Walk(flow->body);
      walker.Walk(flow->guards);
    }
    if (const auto* scenario = llvm::dyn_cast<syntax::ScenarioDeclaration>(declaration))
      walker.Walk(*scenario);
  }
}

}  // namespace meshc::sema
