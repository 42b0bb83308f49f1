// Statements of one flow: names, types, jumps, exhaustiveness. One .cpp per kind of statement.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/sema/calls/call_checker.h"
#include "compiler/sema/context.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

class FlowChecker {
 public:
  FlowChecker(Context& context, FlowId flow);
  void Check();

 private:
  using Identifier = syntax::Identifier;

  /// What a jump has to pass on its way out.
  enum class Enclosure : std::uint8_t { kLoop, kFinally, kParallel, kEach };

  void CheckBlock(const syntax::Block& block);
  void CheckStatement(const syntax::Statement& statement);
  void CheckChain(const syntax::ChainStatement& chain);
  void CheckIf(const syntax::IfStatement& statement);

  // check_loop.cpp
  void CheckMax(const syntax::CountClause& max, SourceRange word);
  void CheckLoopBody(const syntax::Block& body, SourceRange word);
  void CheckWhile(const syntax::WhileStatement& loop);
  void CheckRepeat(const syntax::RepeatStatement& loop);
  void CheckLoop(const syntax::LoopStatement& loop);

  // check_jump.cpp
  void CheckBreak(SourceRange range, std::string_view word);
  void CheckReturn(SourceRange range);
  void ReportLeaving(SourceRange range, std::string_view word, Enclosure enclosure);

  // check_set.cpp
  void CheckSet(const syntax::SetStatement& set);
  bool CheckSetMode(const syntax::SetStatement& set, const types::Field& field);
  TypeId WalkTarget(const syntax::SetStatement& set, TypeId type, SetFacts& facts);
  void CheckSetOperator(const syntax::SetStatement& set, TypeId type, SetFacts& facts);

  // check_match.cpp, check_route.cpp
  void CheckMatch(const syntax::MatchStatement& match);
  void CheckRoute(const syntax::RouteStatement& route);
  void CheckLabels(const syntax::RouteStatement& route, const types::Actor& router, RouteFacts& facts);

  // check_try.cpp
  void CheckTry(const syntax::TryStatement& statement);
  void CheckGuards(const syntax::Guards& guards);
  void CheckClause(const syntax::OnClause& clause);
  std::vector<ErrorId> CheckClauseErrors(const syntax::OnClause& clause);
  void CheckRaise(const syntax::RaiseStatement& raise);
  void CheckRaiseFields(const syntax::RaiseStatement& raise, ErrorId error, RaiseFacts& facts);

  // check_join.cpp, check_parallel.cpp, check_each.cpp
  void CheckJoin(const syntax::WaitClause& wait, const syntax::DurationClause& timeout);
  void CheckParallel(const syntax::ParallelStatement& statement);
  void CheckReachable(const syntax::ParallelStatement& statement);
  void CheckEach(const syntax::EachStatement& statement);
  TypeId CheckElements(const syntax::Expression* list);
  void CheckCollects(const syntax::EachStatement& statement, EachFacts& facts);
  bool CheckCollected(const syntax::CollectClause& collect, std::uint32_t from, std::uint32_t into);

  // check_follow.cpp, check_saga.cpp, check_tap.cpp, check_await.cpp
  void CheckFollow(const syntax::FollowStatement& statement);
  void CheckSaga(const syntax::SagaStatement& statement);
  void CheckTap(const syntax::TapStatement& statement);
  void CheckAwait(const syntax::AwaitStatement& statement);
  bool CheckAwaitedField(const syntax::AwaitStatement& statement, const types::Field& field, TypeId type);

  /// Opens the scope of a variable; reports one that hides a field or a variable.
  VariableId Declare(const Identifier& name, bool is_clause, TypeId type);
  bool ReportHiding(const Identifier& name);
  void Forget(const Identifier& name);

  ExpressionChecker Expressions() { return {context_, scope_}; }
  CallChecker Calls() { return {context_, scope_, around_}; }
  types::TypeStore& types() { return context_.types(); }

  Context& context_;
  FlowId flow_;
  Scope scope_;
  Surroundings around_;
  std::vector<Enclosure> enclosures_;
  std::uint32_t clause_depth_ = 0;
};

}  // namespace meshc::sema
