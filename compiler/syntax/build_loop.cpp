#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

// Where a missing `max` belongs: directly before the body.
SourceRange BeforeBody(Build& build, FlowParser::BlockContext* body) {
  SourceRange range = build.RangeOf(body);
  range.end = range.begin;
  return range;
}

Block BuildElse(Build& build, FlowParser::ElseBlockContext* tree) {
  return tree == nullptr ? Block{} : BuildBlock(build, tree->body);
}

}  // namespace

const Statement* BuildWhile(Build& build, FlowParser::WhileStatementContext* tree) {
  auto* loop = build.NewWithId<WhileStatement>(build.RangeOf(tree));
  loop->condition = BuildExpression(build, tree->condition);
  loop->max = BuildMax(build, tree->limit, BeforeBody(build, tree->body));
  loop->body = BuildBlock(build, tree->body);
  loop->has_else = tree->otherwise != nullptr;
  loop->else_body = BuildElse(build, tree->otherwise);
  return loop;
}

const Statement* BuildRepeat(Build& build, FlowParser::RepeatStatementContext* tree) {
  auto* loop = build.NewWithId<RepeatStatement>(build.RangeOf(tree));
  loop->max = BuildMax(build, tree->limit, BeforeBody(build, tree->body));
  loop->body = BuildBlock(build, tree->body);
  loop->until = BuildExpression(build, tree->condition);
  loop->has_else = tree->otherwise != nullptr;
  loop->else_body = BuildElse(build, tree->otherwise);
  return loop;
}

const Statement* BuildLoop(Build& build, FlowParser::LoopStatementContext* tree) {
  auto* loop = build.NewWithId<LoopStatement>(build.RangeOf(tree));
  loop->max = BuildMax(build, tree->limit, BeforeBody(build, tree->body));
  loop->body = BuildBlock(build, tree->body);
  loop->has_else = tree->otherwise != nullptr;
  loop->else_body = BuildElse(build, tree->otherwise);
  return loop;
}

}  // namespace meshc::syntax
