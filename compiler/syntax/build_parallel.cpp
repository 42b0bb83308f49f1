#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

using diagnostics::Reason;
namespace diag = diagnostics::diag;

// The options of `parallel` and `each`; `parallel` takes the last two only.
struct JoinOptions {
  CountClause max;
  CountClause width;
  WaitClause wait;
  DurationClause timeout;
};

CountClause BuildWidth(Build& build, FlowParser::JoinOptionContext* tree) {
  CountClause clause;
  clause.present = true;
  clause.range = build.RangeOf(tree);
  clause.value = BuildCount(build, tree->width);
  return clause;
}

void AddJoinOption(Build& build, FlowParser::JoinOptionContext* tree, JoinOptions& options) {
  const SourceRange range = build.RangeOf(tree);
  if (tree->limit != nullptr) {
    if (options.max.present) ReportDuplicate(build, range, "max");
    options.max = BuildMax(build, tree->limit, range);
  } else if (tree->width != nullptr) {
    if (options.width.present) ReportDuplicate(build, range, "width");
    options.width = BuildWidth(build, tree);
  } else if (tree->wait != nullptr) {
    if (options.wait.present) ReportDuplicate(build, range, "wait");
    options.wait = BuildWait(build, tree->wait);
  } else {
    if (options.timeout.present) ReportDuplicate(build, range, "timeout");
    options.timeout = BuildTimeout(build, tree->timeout);
  }
}

JoinOptions BuildJoinOptions(Build& build, const std::vector<FlowParser::JoinOptionContext*>& trees) {
  JoinOptions options;
  for (auto* tree : trees) {
    if (!IsBroken(tree)) AddJoinOption(build, tree, options);
  }
  return options;
}

void RefuseCount(Build& build, const CountClause& clause) {
  if (!clause.present) return;
  build.reporter
      .Report(diag::Expected, clause.range, Reason{"`wait`, `timeout` or `{`"},
              Reason{fmt::format("`{}`", build.TextOf(clause.range).str())})
      .AddHelp("`max` and `width` belong to `each`");
}

// Null for an empty statement, which is no branch.
const Statement* BuildBranchBody(Build& build, FlowParser::StatementContext* tree, bool& optional) {
  antlr4::ParserRuleContext* chosen = IsBroken(tree) ? nullptr : TreeParser::Choice(tree);
  if (IsBroken(chosen) || chosen->getRuleIndex() != FlowParser::RuleOptionalStatement) {
    const Statement* body = BuildStatement(build, tree);
    return body->kind == StatementKind::kEmpty ? nullptr : body;
  }
  optional = true;
  return BuildStatement(build, static_cast<FlowParser::OptionalStatementContext*>(chosen)->body);
}

llvm::ArrayRef<Branch> BuildBranches(Build& build, FlowParser::BlockContext* tree) {
  llvm::SmallVector<Branch, 8> branches;
  if (tree == nullptr) return {};
  ForEachItem(build, tree, [&](auto* item) {
    Branch branch;
    branch.range = build.RangeOf(item);
    branch.body = BuildBranchBody(build, item, branch.optional);
    if (branch.body != nullptr) branches.push_back(branch);
  });
  return build.Keep(branches);
}

llvm::ArrayRef<CollectClause> BuildCollects(Build& build,
                                            const std::vector<FlowParser::CollectItemContext*>& trees) {
  llvm::SmallVector<CollectClause, 4> collects;
  for (auto* tree : trees) {
    if (IsBroken(tree)) continue;
    CollectClause& collect = collects.emplace_back();
    collect.range = build.RangeOf(tree);
    collect.from = BuildName(build, tree->source);
    collect.into = BuildName(build, tree->destination);
  }
  return build.Keep(collects);
}

}  // namespace

const Statement* BuildParallel(Build& build, FlowParser::ParallelStatementContext* tree) {
  auto* parallel = build.NewWithId<ParallelStatement>(build.RangeOf(tree));
  const JoinOptions options = BuildJoinOptions(build, tree->options);
  RefuseCount(build, options.max);
  RefuseCount(build, options.width);
  parallel->wait = options.wait;
  parallel->timeout = options.timeout;
  parallel->branches = BuildBranches(build, tree->body);
  return parallel;
}

const Statement* BuildEach(Build& build, FlowParser::EachStatementContext* tree) {
  auto* each = build.NewWithId<EachStatement>(build.RangeOf(tree));
  each->variable = BuildName(build, tree->variable);
  each->list = BuildExpression(build, tree->list);
  const JoinOptions options = BuildJoinOptions(build, tree->options);
  each->max = options.max;
  each->width = options.width;
  each->wait = options.wait;
  each->timeout = options.timeout;
  each->body = BuildBlock(build, tree->body);
  each->collects = BuildCollects(build, tree->collects);
  return each;
}

}  // namespace meshc::syntax
