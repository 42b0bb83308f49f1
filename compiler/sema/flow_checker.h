// Statements of one flow: names, types, jumps, exhaustiveness. One .cpp per kind of statement.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/sema/context.h"
#include "compiler/sema/expression_checker.h"
#include "compiler/sema/scope.h"

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
  void CheckChain(const syntax::ChainStatement& chain, bool in_parallel);
  void CheckIf(const syntax::IfStatement& statement);

  // check_loop.cpp
  void CheckMax(const syntax::CountClause& max, SourceRange loop, std::string_view word);
  void CheckLoopBody(const syntax::Block& body);
  void CheckWhile(const syntax::WhileStatement& loop);
  void CheckRepeat(const syntax::RepeatStatement& loop);
  void CheckLoop(const syntax::LoopStatement& loop);

  // check_jump.cpp
  void CheckBreak(SourceRange range, std::string_view word);
  void CheckReturn(SourceRange range);
  void ReportLeaving(SourceRange range, std::string_view word, Enclosure enclosure);

  // check_call.cpp
  enum class CallPlace : std::uint8_t { kStep, kRoute, kFollow, kTap };
  /// The actor that `call` names, if it may stand here; reports what may not.
  ActorId CheckCall(const syntax::Call& call, CallPlace place);
  void CheckCallee(const syntax::Call& call, const types::Actor& actor, CallPlace place);
  void CheckFlowCall(const syntax::Call& call, FlowId callee, CallPlace place, CallFacts& facts);
  void CheckOptions(const syntax::Call& call, CallFacts& facts);

  // check_binding.cpp
  void CheckParams(const syntax::Call& call, const types::Actor& actor, CallFacts& facts);
  std::vector<const syntax::Expression*> CheckArguments(const syntax::Call& call, const types::Actor& actor,
                                                        std::vector<bool>& bound);
  void ReportUnbound(const syntax::Call& call, const types::Actor& actor, const types::Member& param);
  ParamSource FindSource(const syntax::Call& call, const types::Actor& actor, const types::Member& param);
  void CheckSourceType(const syntax::Call& call, const types::Actor& actor, const types::Member& param,
                       std::string_view what, TypeId type);

  // check_result.cpp
  using Targets = std::vector<const syntax::ResultTarget*>;
  void CheckResults(const syntax::Call& call, const types::Actor& actor, CallFacts& facts);
  Targets MatchTargets(const syntax::Call& call, const types::Actor& actor);
  void MatchSingle(const types::Actor& actor, const syntax::ResultTarget& target, Targets& targets);
  void CheckCollision(const syntax::Call& call, const types::Actor& actor, const CallFacts& facts);
  ResultSink FindSink(const syntax::Call& call, const types::Actor& actor, const types::Member& result,
                      const syntax::ResultTarget* target, bool silent);
  void ReportUnplaced(const syntax::Call& call, const types::Actor& actor, const types::Member& result);
  void CheckSinkType(const types::Actor& actor, const types::Member& result, std::uint32_t slot,
                     SourceRange range);

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

  // check_later.cpp: constructs that this version only parses
  void CheckParallel(const syntax::ParallelStatement& statement);
  void CheckEach(const syntax::EachStatement& statement);
  void CheckFollow(const syntax::FollowStatement& statement);
  void CheckSaga(const syntax::SagaStatement& statement);
  void CheckTap(const syntax::TapStatement& statement);
  void CheckAwait(const syntax::AwaitStatement& statement);

  /// Opens the scope of a variable; reports one that hides a field or a variable.
  VariableId Declare(const Identifier& name, bool is_clause, TypeId type);
  void Forget(const Identifier& name);

  /// The slot of a field that is named as a target; reports unknown ones.
  std::optional<std::uint32_t> FindTarget(const Identifier& name);
  const types::Field& FieldAt(std::uint32_t slot) const;
  void ReportWriteToInput(SourceRange range, const types::Field& field);

  ExpressionChecker Expressions() { return {context_, scope_}; }
  types::TypeStore& types() { return context_.types(); }

  Context& context_;
  FlowId flow_;
  Scope scope_;
  std::vector<Enclosure> enclosures_;
  std::uint32_t clause_depth_ = 0;
};

}  // namespace meshc::sema
