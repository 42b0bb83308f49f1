#include <llvm/Support/Casting.h>

#include "compiler/support/enumerator.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::syntax {
namespace {

using llvm::cast;

std::string_view Spelling(SetOperator op) {
  switch (op) {
    case SetOperator::kAssign: return "=";
    case SetOperator::kAdd: return "+=";
    case SetOperator::kSubtract: return "-=";
    case SetOperator::kMultiply: return "*=";
  }
  NoSuchEnumerator();
}

std::string ShowMax(const CountClause& max) {
  return max.present ? fmt::format(" max {}", max.value) : std::string();
}

std::string ShowWait(const WaitClause& wait) {
  if (!wait.present) return {};
  switch (wait.kind) {
    case WaitKind::kAll: return " wait all";
    case WaitKind::kAny: return " wait any";
    case WaitKind::kCount: return fmt::format(" wait {}", wait.count);
  }
  NoSuchEnumerator();
}

std::string ShowTimeout(const DurationClause& timeout) {
  return timeout.present ? " timeout " + Show(timeout.value) : std::string();
}

std::string ShowTargets(const Call& call) {
  if (!call.has_as) return {};
  std::string out;
  for (const ResultTarget& target : call.results) {
    out += fmt::format("{}{}{}{}", out.empty() ? "" : ", ", target.result.text.str(),
                       target.result.text.empty() ? "" : ": ", target.field.text.str());
  }
  return fmt::format(" as ({})", out);
}

void PrintCall(TreePrinter& printer, const Call& call) {
  std::string arguments;
  for (const BindingArgument& argument : call.arguments) {
    arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", argument.param.text.str(),
                             Show(argument.value));
  }
  if (call.has_arguments) arguments = fmt::format("({})", arguments);
  const std::string retry = call.retry.present ? " retry " + Show(call.retry) : std::string();
  printer.Line(call.range, "Call {}{}{}{}{}", Show(call.callee), arguments, ShowTargets(call),
               ShowTimeout(call.timeout), retry);
}

void PrintElse(TreePrinter& printer, bool present, const Block& block) {
  if (!present) return;
  printer.Line(block.range, "Else");
  PrintBlock(printer, block);
}

void PrintStatement(TreePrinter& printer, const Statement& statement);

void PrintNested(TreePrinter& printer, const Statement* statement) {
  const Nested nested(printer);
  PrintStatement(printer, *statement);
}

void PrintIf(TreePrinter& printer, const IfStatement& statement) {
  printer.Line(statement.range, "If");
  const Nested nested(printer);
  for (const IfArm& arm : statement.arms) {
    arm.condition == nullptr ? printer.Line(arm.range, "Else")
                             : printer.Line(arm.range, "When {}", Show(arm.condition));
    PrintBlock(printer, arm.body);
  }
}

void PrintMatch(TreePrinter& printer, const MatchStatement& match) {
  printer.Line(match.range, "Match {}", Show(match.subject));
  const Nested nested(printer);
  for (const MatchArm& arm : match.arms) {
    std::string patterns;
    for (const Pattern& pattern : arm.patterns) {
      patterns += (patterns.empty() ? "" : ", ") + (pattern.rest ? "_" : Show(pattern.value));
    }
    printer.Line(arm.range, "Arm {}", patterns);
    PrintNested(printer, arm.body);
  }
}

void PrintRoute(TreePrinter& printer, const RouteStatement& route) {
  printer.Line(route.range, "Route");
  const Nested nested(printer);
  PrintCall(printer, route.router);
  for (const RouteArm& arm : route.arms) {
    printer.Line(arm.range, "Arm {}", Show(arm.labels, ", "));
    PrintNested(printer, arm.body);
  }
}

void PrintChain(TreePrinter& printer, const ChainStatement& chain) {
  printer.Line(chain.range, "Chain{}", chain.optional ? " optional" : "");
  const Nested nested(printer);
  for (const Call& call : chain.calls) PrintCall(printer, call);
}

void PrintParallel(TreePrinter& printer, const ParallelStatement& parallel) {
  printer.Line(parallel.range, "Parallel{}{}", ShowWait(parallel.wait), ShowTimeout(parallel.timeout));
  const Nested nested(printer);
  for (const Branch& branch : parallel.branches) {
    printer.Line(branch.range, "Branch{}", branch.optional ? " optional" : "");
    PrintNested(printer, branch.body);
  }
}

void PrintEach(TreePrinter& printer, const EachStatement& each) {
  const std::string width = each.width.present ? fmt::format(" width {}", each.width.value) : std::string();
  printer.Line(each.range, "Each {} in {}{}{}{}{}", each.variable.text.str(), Show(each.list),
               ShowMax(each.max), width, ShowWait(each.wait), ShowTimeout(each.timeout));
  PrintBlock(printer, each.body);
  for (const CollectClause& collect : each.collects) {
    printer.Line(collect.range, "Collect {} into {}", collect.from.text.str(), collect.into.text.str());
  }
}

void PrintRaise(TreePrinter& printer, const RaiseStatement& raise) {
  if (raise.again) return printer.Line(raise.range, "Raise again");
  const std::string message =
      raise.message == nullptr ? std::string() : fmt::format("({})", Show(raise.message));
  const std::string fields = raise.fields == nullptr ? std::string() : " " + Show(raise.fields);
  printer.Line(raise.range, "Raise {}{}{}", Show(raise.error), message, fields);
}

void PrintAwait(TreePrinter& printer, const AwaitStatement& await) {
  printer.Line(await.range, "Await {}: {} into {}{}", await.signal.text.str(), Show(await.type),
               await.field.text.str(), ShowTimeout(await.timeout));
  PrintElse(printer, await.has_else, await.else_body);
}

void PrintWhile(TreePrinter& printer, const WhileStatement& loop) {
  printer.Line(loop.range, "While {}{}", Show(loop.condition), ShowMax(loop.max));
  PrintBlock(printer, loop.body);
  PrintElse(printer, loop.has_else, loop.else_body);
}

void PrintRepeat(TreePrinter& printer, const RepeatStatement& loop) {
  printer.Line(loop.range, "Repeat{} until {}", ShowMax(loop.max), Show(loop.until));
  PrintBlock(printer, loop.body);
  PrintElse(printer, loop.has_else, loop.else_body);
}

void PrintLoop(TreePrinter& printer, const LoopStatement& loop) {
  printer.Line(loop.range, "Loop{}", ShowMax(loop.max));
  PrintBlock(printer, loop.body);
  PrintElse(printer, loop.has_else, loop.else_body);
}

void PrintTry(TreePrinter& printer, const TryStatement& statement) {
  printer.Line(statement.range, "Try");
  PrintBlock(printer, statement.body);
  PrintGuards(printer, statement.guards);
}

void PrintWithBlock(TreePrinter& printer, SourceRange range, std::string_view word, const Block& block) {
  printer.Line(range, "{}", word);
  PrintBlock(printer, block);
}

void PrintWithCall(TreePrinter& printer, SourceRange range, std::string_view word, const Call& call) {
  printer.Line(range, "{}", word);
  const Nested nested(printer);
  PrintCall(printer, call);
}

void PrintSet(TreePrinter& printer, const SetStatement& set) {
  printer.Line(set.range, "Set {} {} {}", Show(set.target, "."), Spelling(set.op), Show(set.value));
}

void PrintStatement(TreePrinter& printer, const Statement& statement) {
  const SourceRange range = statement.range;
  switch (statement.kind) {
    case StatementKind::kInvalid: return printer.Line(range, "Invalid");
    case StatementKind::kChain: return PrintChain(printer, *cast<ChainStatement>(&statement));
    case StatementKind::kSet: return PrintSet(printer, *cast<SetStatement>(&statement));
    case StatementKind::kIf: return PrintIf(printer, *cast<IfStatement>(&statement));
    case StatementKind::kMatch: return PrintMatch(printer, *cast<MatchStatement>(&statement));
    case StatementKind::kRoute: return PrintRoute(printer, *cast<RouteStatement>(&statement));
    case StatementKind::kFollow:
      return PrintWithCall(printer, range, "Follow", cast<FollowStatement>(&statement)->router);
    case StatementKind::kWhile: return PrintWhile(printer, *cast<WhileStatement>(&statement));
    case StatementKind::kRepeat: return PrintRepeat(printer, *cast<RepeatStatement>(&statement));
    case StatementKind::kLoop: return PrintLoop(printer, *cast<LoopStatement>(&statement));
    case StatementKind::kBreak: return printer.Line(range, "Break");
    case StatementKind::kContinue: return printer.Line(range, "Continue");
    case StatementKind::kReturn: return printer.Line(range, "Return");
    case StatementKind::kParallel: return PrintParallel(printer, *cast<ParallelStatement>(&statement));
    case StatementKind::kEach: return PrintEach(printer, *cast<EachStatement>(&statement));
    case StatementKind::kTry: return PrintTry(printer, *cast<TryStatement>(&statement));
    case StatementKind::kRaise: return PrintRaise(printer, *cast<RaiseStatement>(&statement));
    case StatementKind::kSaga:
      return PrintWithBlock(printer, range, "Saga", cast<SagaStatement>(&statement)->body);
    case StatementKind::kTap:
      return PrintWithCall(printer, range, "Tap", cast<TapStatement>(&statement)->call);
    case StatementKind::kAwait: return PrintAwait(printer, *cast<AwaitStatement>(&statement));
    case StatementKind::kBlock:
      return PrintWithBlock(printer, range, "Block", cast<BlockStatement>(&statement)->block);
    case StatementKind::kEmpty: return printer.Line(range, "Empty");
  }
}

}  // namespace

void PrintBlock(TreePrinter& printer, const Block& block) {
  const Nested nested(printer);
  for (const Statement* statement : block.statements) PrintStatement(printer, *statement);
}

void PrintGuards(TreePrinter& printer, const Guards& guards) {
  for (const OnClause& clause : guards.clauses) {
    const std::string variable =
        clause.variable.text.empty() ? std::string() : " as " + clause.variable.text.str();
    printer.Line(clause.range, "On {}{}", Show(clause.errors), variable);
    PrintBlock(printer, clause.body);
  }
  if (!guards.has_finally) return;
  printer.Line(guards.finally_range, "Finally");
  PrintBlock(printer, guards.finally_body);
}

}  // namespace meshc::syntax
