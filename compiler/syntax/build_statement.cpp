#include <utility>

#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/syntax/build.h"
#include "compiler/syntax/parse/large_block.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

using Statements = llvm::SmallVector<const Statement*, 16>;

SetOperator OperatorOf(const antlr4::Token* token) {
  switch (token->getType()) {
    case FlowParser::ADD_ASSIGN: return SetOperator::kAdd;
    case FlowParser::SUBTRACT_ASSIGN: return SetOperator::kSubtract;
    case FlowParser::MULTIPLY_ASSIGN: return SetOperator::kMultiply;
    default: return SetOperator::kAssign;
  }
}

const Statement* BuildBare(Build& build, FlowParser::BlockContext* tree) {
  auto* statement = build.NewWithId<BlockStatement>(build.RangeOf(tree));
  statement->block = BuildBlock(build, tree);
  return statement;
}

const Statement* BuildLoopLike(Build& build, antlr4::ParserRuleContext* chosen) {
  switch (chosen->getRuleIndex()) {
    case FlowParser::RuleWhileStatement:
      return BuildWhile(build, As<FlowParser::WhileStatementContext>(chosen));
    case FlowParser::RuleRepeatStatement:
      return BuildRepeat(build, As<FlowParser::RepeatStatementContext>(chosen));
    case FlowParser::RuleLoopStatement: return BuildLoop(build, As<FlowParser::LoopStatementContext>(chosen));
    case FlowParser::RuleEachStatement: return BuildEach(build, As<FlowParser::EachStatementContext>(chosen));
    default: return BuildParallel(build, As<FlowParser::ParallelStatementContext>(chosen));
  }
}

const Statement* BuildChosen(Build& build, antlr4::ParserRuleContext* chosen) {
  switch (chosen->getRuleIndex()) {
    case FlowParser::RuleChainStatement:
      return BuildChain(build, As<FlowParser::ChainStatementContext>(chosen));
    case FlowParser::RuleOptionalStatement:
      return BuildOptional(build, As<FlowParser::OptionalStatementContext>(chosen));
    case FlowParser::RuleSetStatement: return BuildSet(build, As<FlowParser::SetStatementContext>(chosen));
    case FlowParser::RuleIfStatement: return BuildIf(build, As<FlowParser::IfStatementContext>(chosen));
    case FlowParser::RuleMatchStatement:
      return BuildMatch(build, As<FlowParser::MatchStatementContext>(chosen));
    case FlowParser::RuleRouteStatement:
      return BuildRoute(build, As<FlowParser::RouteStatementContext>(chosen));
    case FlowParser::RuleFollowStatement:
      return BuildFollow(build, As<FlowParser::FollowStatementContext>(chosen));
    case FlowParser::RuleJumpStatement: return BuildJump(build, As<FlowParser::JumpStatementContext>(chosen));
    case FlowParser::RuleTryStatement: return BuildTry(build, As<FlowParser::TryStatementContext>(chosen));
    case FlowParser::RuleRaiseStatement:
      return BuildRaise(build, As<FlowParser::RaiseStatementContext>(chosen));
    case FlowParser::RuleSagaStatement: return BuildSaga(build, As<FlowParser::SagaStatementContext>(chosen));
    case FlowParser::RuleTapStatement: return BuildTap(build, As<FlowParser::TapStatementContext>(chosen));
    case FlowParser::RuleAwaitStatement:
      return BuildAwait(build, As<FlowParser::AwaitStatementContext>(chosen));
    case FlowParser::RuleBlock: return BuildBare(build, As<FlowParser::BlockContext>(chosen));
    case FlowParser::RuleEmptyStatement: return build.NewWithId<EmptyStatement>(build.RangeOf(chosen));
    default: return BuildLoopLike(build, chosen);
  }
}

}  // namespace

const Statement* BuildChoice(Build& build, antlr4::ParserRuleContext* tree) {
  antlr4::ParserRuleContext* chosen = IsBroken(tree) ? nullptr : TreeParser::Choice(tree);
  if (IsBroken(chosen)) return build.NewWithId<InvalidStatement>(build.RangeOf(tree));
  return BuildChosen(build, chosen);
}

const Statement* BuildStatement(Build& build, FlowParser::StatementContext* tree) {
  return BuildChoice(build, tree);
}

namespace {

/// Where a token stands among those that are read.
std::uint32_t IndexOf(const Build& build, const Token& token) {
  return static_cast<std::uint32_t>(&token - build.window->tokens().data());
}

/// The same of a block that is parsed apart: each tree lives for its call.
void ForEachItemOfLargeBlock(Build& build, const Token& opener, TakeStatement take) {
  TokenWindow window(build.window->tokens());
  window.Open({IndexOf(build, opener) + 1, opener.partner()});
  TokenWindow* const outer = std::exchange(build.window, &window);
  TreeParser parser(window, build.reporter, *build.meant, build.cut_short);
  while (window.at() < window.span().end && !build.reporter.Exhausted()) {
    FlowParser::StatementContext* tree = parser.ParseStatement();
    if (parser.IsTooLarge()) ReportTooLarge(build, window.tokens()[window.span().begin]);
    if (tree == nullptr) break;
    take(tree);
  }
  build.window = outer;
}

}  // namespace

void ForEachItem(Build& build, FlowParser::BlockContext* tree, TakeStatement take) {
  const auto* opener = static_cast<const Token*>(tree->start);
  if (opener->type() == FlowParser::LBRACE && IsLargeBlock(*opener, IndexOf(build, *opener)))
    return ForEachItemOfLargeBlock(build, *opener, take);
  for (auto* item : tree->items) take(item);
}

Block BuildBlock(Build& build, FlowParser::BlockContext* tree) {
  Block block;
  if (tree == nullptr) return block;
  block.range = build.RangeOf(tree);
  Statements statements;
  ForEachItem(build, tree, [&](auto* item) { statements.push_back(BuildStatement(build, item)); });
  block.statements = build.Keep(statements);
  return block;
}

const Statement* BuildSet(Build& build, FlowParser::SetStatementContext* tree) {
  auto* set = build.NewWithId<SetStatement>(build.RangeOf(tree));
  set->target = BuildPath(build, tree->path);
  set->op = OperatorOf(tree->op);
  set->value = BuildExpression(build, tree->value);
  return set;
}

const Statement* BuildJump(Build& build, FlowParser::JumpStatementContext* tree) {
  const SourceRange range = build.RangeOf(tree);
  switch (tree->word->getType()) {
    case FlowParser::BREAK: return build.NewWithId<BreakStatement>(range);
    case FlowParser::CONTINUE: return build.NewWithId<ContinueStatement>(range);
    default: return build.NewWithId<ReturnStatement>(range);
  }
}

// Branches of `parallel` have taken theirs: this one stands elsewhere, which sema reports for chains.
const Statement* BuildOptional(Build& build, FlowParser::OptionalStatementContext* tree) {
  antlr4::ParserRuleContext* chosen = IsBroken(tree->body) ? nullptr : TreeParser::Choice(tree->body);
  const SourceRange prefix = build.RangeOf(tree->prefix);
  if (IsBroken(chosen)) return build.NewWithId<InvalidStatement>(build.RangeOf(tree));
  const Statement* inner = BuildChosen(build, chosen);
  if (inner->kind == StatementKind::kInvalid) return inner;
  if (inner->kind != StatementKind::kChain) {
    build.reporter.Report(diag::MisplacedOptional, prefix);
    return inner;
  }
  auto* chain = build.New<ChainStatement>();
  *chain = *static_cast<const ChainStatement*>(inner);
  chain->range = build.RangeOf(tree);
  chain->optional = true;
  chain->optional_range = prefix;
  return chain;
}

}  // namespace meshc::syntax
