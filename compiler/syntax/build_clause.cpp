#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

using diagnostics::Reason;
namespace diag = diagnostics::diag;

BackoffWord BuildBackoff(Build& build, FlowParser::NameContext* tree) {
  const Identifier word = BuildName(build, tree);
  if (word.text == "constant") return BackoffWord::kConstant;
  if (word.text == "linear") return BackoffWord::kLinear;
  if (word.text == "exponential") return BackoffWord::kExponential;
  ReportUnknownWord(build, word, "`constant`, `linear` or `exponential`");
  return BackoffWord::kConstant;
}

OnClause BuildOnClause(Build& build, FlowParser::OnClauseContext* tree) {
  OnClause clause;
  clause.id = build.next_id++;
  clause.range = build.RangeOf(tree);
  clause.errors = BuildNames(build, tree->errors);
  clause.variable = BuildName(build, tree->variable);
  clause.body = BuildBlock(build, tree->body);
  return clause;
}

}  // namespace

RetryClause BuildRetry(Build& build, FlowParser::RetryClauseContext* tree) {
  RetryClause retry;
  if (IsBroken(tree)) return retry;
  retry.present = true;
  retry.range = build.RangeOf(tree);
  if (tree->policy != nullptr) {
    retry.policy = BuildQualifiedName(build, tree->policy);
    return retry;
  }
  retry.attempts.range = build.RangeOf(tree->attempts);
  retry.attempts.value = BuildCount(build, tree->attempts);
  if (tree->backoff != nullptr) {
    retry.backoff = BuildBackoff(build, tree->backoff);
    retry.delay = BuildQuantity(build, tree->delay);
  }
  retry.has_max_delay = tree->longest != nullptr;
  if (retry.has_max_delay) retry.max_delay = BuildQuantity(build, tree->longest);
  retry.jitter = tree->jitter != nullptr;
  retry.errors = BuildNames(build, tree->errors);
  return retry;
}

DurationClause BuildTimeout(Build& build, FlowParser::TimeoutClauseContext* tree) {
  DurationClause clause;
  if (IsBroken(tree)) return clause;
  clause.present = true;
  clause.range = build.RangeOf(tree);
  clause.value = BuildQuantity(build, tree->duration);
  return clause;
}

CountClause BuildMax(Build& build, FlowParser::MaxClauseContext* tree, SourceRange absent) {
  CountClause clause;
  clause.range = absent;
  if (IsBroken(tree)) return clause;
  clause.present = true;
  clause.range = build.RangeOf(tree);
  clause.value = BuildCount(build, tree->count);
  return clause;
}

WaitClause BuildWait(Build& build, FlowParser::WaitClauseContext* tree) {
  WaitClause clause;
  if (IsBroken(tree)) return clause;
  clause.present = true;
  clause.range = build.RangeOf(tree);
  if (tree->count != nullptr) {
    clause.kind = WaitKind::kCount;
    clause.count = BuildCount(build, tree->count);
    return clause;
  }
  const Identifier word = BuildName(build, tree->word);
  if (word.text == "any") {
    clause.kind = WaitKind::kAny;
  } else if (word.text != "all") {
    ReportUnknownWord(build, word, "`all`, `any` or a number");
  }
  return clause;
}

Guards BuildGuards(Build& build, FlowParser::GuardsContext* tree) {
  Guards guards;
  if (tree == nullptr) return guards;
  llvm::SmallVector<OnClause, 4> clauses;
  for (auto* clause : tree->clauses) {
    if (!IsBroken(clause)) clauses.push_back(BuildOnClause(build, clause));
  }
  guards.clauses = build.Keep(clauses);
  guards.has_finally = tree->last != nullptr;
  if (guards.has_finally) {
    guards.finally_range = build.RangeOf(tree->last);
    guards.finally_body = BuildBlock(build, tree->finallyBody);
  }
  return guards;
}

}  // namespace meshc::syntax
