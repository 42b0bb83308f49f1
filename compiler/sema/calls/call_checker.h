// Calls: who is called, and where params come from and results go to. One .cpp per part.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/sema/calls/signature.h"
#include "compiler/sema/context.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

/// Which statement a call belongs to.
enum class CallPlace : std::uint8_t { kStep, kRoute, kFollow, kTap };

class CallChecker {
 public:
  CallChecker(Context& context, const Scope& scope, const Surroundings& around)
      : context_(context), scope_(scope), around_(around) {}

  /// Adds the facts of `call` to the program, and returns the actor that it names. Reports an actor
  /// that may not stand in `place`.
  ActorId Check(const syntax::Call& call, CallPlace place);
  /// How `step` is called where a `follow` asks the router that lists it; `place` is where that will
  /// be found.
  CallFacts CheckListed(const PlanStep& step, const syntax::Call& router, FactsPlace place);

 private:
  using Identifier = syntax::Identifier;

  // check_call.cpp
  void CheckActorCall(const syntax::Call& call, CallPlace place, CallFacts& facts);
  void CheckCallee(const syntax::Call& call, const types::Actor& actor, CallPlace place);
  void CheckUnknownCall(const syntax::Call& call, CallFacts& facts);
  void CheckOptions(const syntax::Call& call, CallFacts& facts);
  void NoteEffect(const syntax::Call& call, const types::Actor& actor, CallPlace place, FactsPlace facts);

  // check_tap.cpp
  void DropResults(const syntax::Call& call, std::size_t count, CallFacts& facts);

  // check_flow_call.cpp
  void CheckFlowCall(const syntax::Call& call, CallPlace place, CallFacts& facts);
  bool CheckFlowPlace(const syntax::Call& call, const Flow& flow, CallPlace place);
  void CheckFlowOptions(const syntax::Call& call);
  bool IsOtherEnvelope(const Flow& flow) const;
  /// `listed` as in Signature.
  void CheckOwnEnvelope(const syntax::Call& call, CallPlace place, SourceRange listed, CallFacts& facts);
  void UseEnds(const syntax::Call& call, EnvelopeId envelope);
  static void LabelField(diagnostics::Builder report, const Signature& callee, const Identifier& name,
                         std::string_view text);

  // check_binding.cpp
  void CheckParams(const syntax::Call& call, const Signature& callee, CallFacts& facts);
  std::vector<const syntax::Expression*> CheckArguments(const syntax::Call& call, const Signature& callee,
                                                        std::vector<bool>& bound);
  std::optional<std::size_t> ReportUnnamed(const syntax::Call& call, const Signature& callee,
                                           const syntax::BindingArgument& argument);
  bool Fits(TypeId from, TypeId to);
  void ReportUnbound(const syntax::Call& call, const Signature& callee, const types::Member& param);
  ParamSource FindSource(const syntax::Call& call, const Signature& callee, const types::Member& param);
  void CheckSourceType(const syntax::Call& call, const Signature& callee, const types::Member& param,
                       std::string_view what, TypeId type);

  // check_result.cpp
  using Targets = std::vector<const syntax::ResultTarget*>;
  void CheckResults(const syntax::Call& call, const Signature& callee, CallFacts& facts);
  Targets MatchTargets(const syntax::Call& call, const Signature& callee);
  void MatchSingle(const Signature& callee, const syntax::ResultTarget& target, Targets& targets);
  void CheckCollision(const syntax::Call& call, const Signature& callee, const CallFacts& facts);
  ResultSink FindSink(const syntax::Call& call, const Signature& callee, const types::Member& result,
                      const syntax::ResultTarget* target, bool silent);
  void ReportUnplaced(const syntax::Call& call, const Signature& callee, const types::Member& result);
  void CheckSinkType(const Signature& callee, const types::Member& result, std::uint32_t slot,
                     SourceRange range);

  ExpressionChecker Expressions() { return {context_, scope_}; }
  types::TypeStore& types() { return context_.types(); }

  Context& context_;
  const Scope& scope_;
  const Surroundings& around_;
};

}  // namespace meshc::sema
