#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

IfArm BuildArm(Build& build, SourceRange range, FlowParser::ExpressionContext* condition,
               FlowParser::BlockContext* body) {
  IfArm arm;
  arm.range = range;
  arm.condition = condition == nullptr ? nullptr : BuildExpression(build, condition);
  arm.body = BuildBlock(build, body);
  return arm;
}

// `a`, `Tone.calm`, `alias.Tone.calm`.
const Expression* BuildPatternPath(Build& build, const std::vector<FlowParser::AnyNameContext*>& path) {
  auto* name = build.NewWithId<NameExpression>(build.RangeOf(path.front()));
  name->name = BuildName(build, path.front());
  const Expression* value = name;
  for (std::size_t i = 1; i < path.size(); ++i) {
    auto* member = build.NewWithId<MemberExpression>(build.RangeOf(path.front()->start, path[i]->stop));
    member->base = value;
    member->name = BuildName(build, path[i]);
    value = member;
  }
  return value;
}

Pattern BuildPattern(Build& build, FlowParser::PatternContext* tree) {
  Pattern pattern;
  pattern.range = build.RangeOf(tree);
  if (tree->literal != nullptr) {
    const antlr4::Token* minus = tree->start == tree->literal ? nullptr : tree->start;
    pattern.value = BuildLiteral(build, tree->literal, minus);
    return pattern;
  }
  pattern.rest = tree->path.size() == 1 && build.TextOf(pattern.range) == "_";
  if (!pattern.rest) pattern.value = BuildPatternPath(build, tree->path);
  return pattern;
}

}  // namespace

const Statement* BuildIf(Build& build, FlowParser::IfStatementContext* tree) {
  auto* statement = build.NewWithId<IfStatement>(build.RangeOf(tree));
  llvm::SmallVector<IfArm, 4> arms;
  arms.push_back(BuildArm(build,
                          build.RangeOf(tree->start, tree->body == nullptr ? nullptr : tree->body->stop),
                          tree->condition, tree->body));
  for (auto* other : tree->others) {
    if (IsBroken(other)) continue;
    if (arms.back().condition == nullptr) {
      build.reporter.Report(diag::ArmAfterElse, build.RangeOf(other->start))
          .AddLabel(build.RangeOf(tree->start), "of this `if`")
          .AddHelp("a plain `else` comes last and once");
    }
    arms.push_back(BuildArm(build, build.RangeOf(other), other->condition, other->body));
  }
  statement->arms = build.Keep(arms);
  return statement;
}

const Statement* BuildMatch(Build& build, FlowParser::MatchStatementContext* tree) {
  auto* match = build.NewWithId<MatchStatement>(build.RangeOf(tree));
  match->subject = BuildExpression(build, tree->subject);
  llvm::SmallVector<MatchArm, 8> arms;
  for (auto* item : tree->arms->items) {
    if (IsBroken(item)) continue;
    MatchArm arm;
    arm.range = build.RangeOf(item);
    llvm::SmallVector<Pattern, 4> patterns;
    for (auto* pattern : item->patterns) patterns.push_back(BuildPattern(build, pattern));
    arm.patterns = build.Keep(patterns);
    arm.body = BuildChoice(build, item->body);
    arms.push_back(arm);
  }
  match->arms = build.Keep(arms);
  return match;
}

const Statement* BuildRoute(Build& build, FlowParser::RouteStatementContext* tree) {
  auto* route = build.NewWithId<RouteStatement>(build.RangeOf(tree));
  route->router = BuildCall(build, tree->router);
  llvm::SmallVector<RouteArm, 8> arms;
  for (auto* item : tree->arms->items) {
    if (IsBroken(item)) continue;
    RouteArm arm;
    arm.range = build.RangeOf(item);
    arm.labels = BuildPath(build, item->labels);
    arm.body = BuildChoice(build, item->body);
    arms.push_back(arm);
  }
  route->arms = build.Keep(arms);
  return route;
}

}  // namespace meshc::syntax
