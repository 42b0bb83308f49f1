#include "compiler/syntax/build.h"

namespace meshc::syntax {

const Statement* BuildTry(Build& build, FlowParser::TryStatementContext* tree) {
  auto* statement = build.NewWithId<TryStatement>(build.RangeOf(tree));
  statement->body = BuildBlock(build, tree->body);
  statement->guards = BuildGuards(build, tree->handlers);
  return statement;
}

const Statement* BuildRaise(Build& build, FlowParser::RaiseStatementContext* tree) {
  auto* raise = build.NewWithId<RaiseStatement>(build.RangeOf(tree));
  raise->again = tree->error == nullptr;
  raise->error = BuildQualifiedName(build, tree->error);
  if (tree->message != nullptr) raise->message = BuildExpression(build, tree->message);
  if (tree->fields != nullptr) raise->fields = BuildRecordLiteral(build, tree->fields);
  return raise;
}

const Statement* BuildSaga(Build& build, FlowParser::SagaStatementContext* tree) {
  auto* saga = build.NewWithId<SagaStatement>(build.RangeOf(tree));
  saga->body = BuildBlock(build, tree->body);
  return saga;
}

const Statement* BuildAwait(Build& build, FlowParser::AwaitStatementContext* tree) {
  auto* await = build.NewWithId<AwaitStatement>(build.RangeOf(tree));
  await->signal = BuildName(build, tree->signal);
  await->type = BuildType(build, tree->written);
  await->field = BuildName(build, tree->field);
  await->timeout = BuildTimeout(build, tree->timeout);
  await->has_else = tree->otherwise != nullptr;
  if (await->has_else) await->else_body = BuildBlock(build, tree->otherwise->body);
  return await;
}

}  // namespace meshc::syntax
