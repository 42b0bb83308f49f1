// Blocks, jumps, errors that are raised, and the choice of a statement's family.
#include "compiler/budget/flow_walk.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include <utility>

namespace meshc::budget {

using llvm::cast;
using syntax::StatementKind;
using types::BuiltinError;

FlowCosts FlowWalk::Run(types::FlowId flow) {
  const syntax::FlowDeclaration& declaration = *program_.flows[flow].declaration;
  Ways ways;
  ways_ = &ways;
  Guard(declaration.body, declaration.guards);
  KeepWorse(here_, ways.returned);
  return {std::move(here_), std::move(ways.raised), endless_, outlasts_deadline_};
}

void FlowWalk::Walk(const syntax::Block& block) {
  for (const syntax::Statement* statement : block.statements) Walk(*statement);
}

void FlowWalk::Walk(const syntax::Statement& statement) {
  if (!here_) return;
  switch (statement.kind) {
    case StatementKind::kInvalid:
    case StatementKind::kEmpty: return;
    case StatementKind::kChain: return Chain(cast<syntax::ChainStatement>(statement));
    case StatementKind::kSet: return RaiseAt(statement.range);
    case StatementKind::kIf: return If(cast<syntax::IfStatement>(statement));
    case StatementKind::kMatch: return Match(cast<syntax::MatchStatement>(statement));
    case StatementKind::kRoute: return Route(cast<syntax::RouteStatement>(statement));
    case StatementKind::kFollow: return Follow(cast<syntax::FollowStatement>(statement));
    case StatementKind::kWhile: {
      const auto& loop = cast<syntax::WhileStatement>(statement);
      return Repeat(
          {loop.max.value, loop.body, loop.has_else ? &loop.else_body : nullptr, loop.condition, true});
    }
    case StatementKind::kRepeat: {
      const auto& loop = cast<syntax::RepeatStatement>(statement);
      return Repeat(
          {loop.max.value, loop.body, loop.has_else ? &loop.else_body : nullptr, loop.until, false});
    }
    case StatementKind::kLoop: {
      const auto& loop = cast<syntax::LoopStatement>(statement);
      return Repeat({loop.max.value, loop.body, loop.has_else ? &loop.else_body : nullptr, nullptr, false});
    }
    case StatementKind::kBreak: return Jump(ways_->broken, "break");
    case StatementKind::kContinue: return Jump(ways_->continued, "continue");
    case StatementKind::kReturn: return Jump(ways_->returned, "return");
    case StatementKind::kParallel: return Parallel(cast<syntax::ParallelStatement>(statement));
    case StatementKind::kEach: return Each(cast<syntax::EachStatement>(statement));
    case StatementKind::kTry: {
      const auto& guarded = cast<syntax::TryStatement>(statement);
      return Guard(guarded.body, guarded.guards);
    }
    case StatementKind::kRaise: return Raise(cast<syntax::RaiseStatement>(statement));
    case StatementKind::kSaga: return Saga(cast<syntax::SagaStatement>(statement));
    case StatementKind::kTap: return Tap(cast<syntax::TapStatement>(statement));
    case StatementKind::kAwait: return Await(cast<syntax::AwaitStatement>(statement));
    case StatementKind::kBlock: return Walk(cast<syntax::BlockStatement>(statement).block);
  }
}

void FlowWalk::Jump(std::optional<Cost>& way, const std::string& word) {
  KeepWorse(way, Marked(paths_, *here_, word));
  here_.reset();
}

void FlowWalk::Raise(const syntax::RaiseStatement& raise) {
  if (raise.again) {
    const Cost cost = Marked(paths_, *here_, "raise");
    for (const auto& [error, caught] : caught_->raised) ways_->Raise({error}, cost);
  } else {
    const types::ErrorId error = program_.FactsOf(raise).error;
    for (const types::ErrorId before : arising_.At(raise.range)) {
      if (before != error) ways_->Raise(before, *here_);
    }
    ways_->Raise(error, Marked(paths_, *here_, "raise " + program_.declarations.errors[error].name));
  }
  here_.reset();
}

void FlowWalk::RaiseAt(source::SourceRange place) {
  for (const types::ErrorId error : arising_.At(place)) ways_->Raise(error, *here_);
}

bool FlowWalk::MayRaiseAt(source::SourceRange place, BuiltinError error) const {
  return llvm::is_contained(arising_.At(place), types::IdOf(error));
}

void FlowWalk::Evaluate(const syntax::Expression* expression) {
  if (expression != nullptr) RaiseAt(expression->range);
}

std::optional<Cost> FlowWalk::Apart(Ways& ways, Body body) {
  std::optional<Cost> outer = std::exchange(here_, Cost{});
  Ways* outer_ways = std::exchange(ways_, &ways);
  body();
  ways_ = outer_ways;
  std::swap(here_, outer);
  return outer;
}

}  // namespace meshc::budget
