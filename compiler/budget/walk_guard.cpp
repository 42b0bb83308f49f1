// `try` and the clauses of a flow: the guarded block, one clause, and `finally` on every way out.
#include <fmt/format.h>

#include <utility>

#include "compiler/budget/clause_index.h"
#include "compiler/budget/flow_walk.h"

namespace meshc::budget {

using types::BuiltinError;

void FlowWalk::Guard(const syntax::Block& body, const syntax::Guards& guards) {
  if (!guards.has_finally) return GuardByClauses(body, guards.clauses);
  outlasts_deadline_ = true;
  Ways pending;
  Ways* outer = std::exchange(ways_, &pending);
  GuardByClauses(body, guards.clauses);
  ways_ = outer;
  Finally(guards.finally_body, pending);
}

void FlowWalk::GuardByClauses(const syntax::Block& body, llvm::ArrayRef<syntax::OnClause> clauses) {
  if (clauses.empty()) return Walk(body);
  Ways guarded;
  Ways* outer = std::exchange(ways_, &guarded);
  Walk(body);
  ways_ = outer;
  PassJumps(guarded, *outer, [](const Cost& cost) { return cost; });

  const ClauseIndex index(program_, clauses);
  std::vector<Ways> caught(clauses.size());
  for (const auto& [error, cost] : guarded.raised) {
    const std::size_t clause = index.Find({error});
    (clause < clauses.size() ? caught[clause] : *outer).Raise({error}, cost);
  }
  std::optional<Cost> ended = here_;
  for (std::size_t i = 0; i < clauses.size(); ++i) Clause(clauses[i], caught[i], ended);
  here_ = ended;
}

void FlowWalk::Clause(const syntax::OnClause& clause, const Ways& caught, std::optional<Cost>& ended) {
  const std::optional<Cost> before = WorstOf(caught);
  if (!before) return;
  std::vector<std::string> names;
  for (const types::ErrorId error : program_.FactsOf(clause).errors) {
    outlasts_deadline_ |= error == types::IdOf(BuiltinError::kDeadlineExceeded);
    names.push_back(program_.declarations.errors[error].name);
  }
  const Ways* outer = std::exchange(caught_, &caught);
  Arm(*before, fmt::format("[on {}]", fmt::join(names, ", ")), ended, [&] { Walk(clause.body); });
  caught_ = outer;
}

void FlowWalk::Finally(const syntax::Block& body, const Ways& pending) {
  Ways ways;
  const std::optional<Cost> run = Apart(ways, [&] { Walk(body); });
  if (std::optional<Cost> worst = WorstOf(pending); worst || here_) {
    KeepWorse(worst, here_);
    PassErrors(ways, *ways_,
               [&](const Cost& cost) { return Then(paths_, *worst, Under(paths_, "[finally]", cost)); });
  }
  if (!run) return here_.reset();
  const Cost last = Under(paths_, "[finally]", *run);
  const auto after = [&](const Cost& cost) { return Then(paths_, cost, last); };
  PassJumps(pending, *ways_, after);
  PassErrors(pending, *ways_, after);
  if (here_) here_ = after(*here_);
}

}  // namespace meshc::budget
