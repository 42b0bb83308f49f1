#include "compiler/sema/statements/flow_checker.h"

#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/statements/target.h"

namespace meshc::sema {

using llvm::cast;
using syntax::StatementKind;

FlowChecker::FlowChecker(Context& context, FlowId flow) : context_(context), flow_(flow) {
  const Flow& checked = context.program.flows[flow];
  scope_.mode = NameMode::kFlow;
  scope_.file = checked.declaration->range.file;
  scope_.envelope = checked.envelope;
  around_.flow = flow;
}

void FlowChecker::Check() {
  const syntax::FlowDeclaration& declaration = *context_.program.flows[flow_].declaration;
  CheckBlock(declaration.body);
  CheckGuards(declaration.guards);
}

void FlowChecker::CheckBlock(const syntax::Block& block) {
  for (const syntax::Statement* statement : block.statements) CheckStatement(*statement);
}

void FlowChecker::CheckStatement(const syntax::Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kInvalid:
    case StatementKind::kEmpty: return;
    case StatementKind::kChain: return CheckChain(cast<syntax::ChainStatement>(statement));
    case StatementKind::kSet: return CheckSet(cast<syntax::SetStatement>(statement));
    case StatementKind::kIf: return CheckIf(cast<syntax::IfStatement>(statement));
    case StatementKind::kMatch: return CheckMatch(cast<syntax::MatchStatement>(statement));
    case StatementKind::kRoute: return CheckRoute(cast<syntax::RouteStatement>(statement));
    case StatementKind::kFollow: return CheckFollow(cast<syntax::FollowStatement>(statement));
    case StatementKind::kWhile: return CheckWhile(cast<syntax::WhileStatement>(statement));
    case StatementKind::kRepeat: return CheckRepeat(cast<syntax::RepeatStatement>(statement));
    case StatementKind::kLoop: return CheckLoop(cast<syntax::LoopStatement>(statement));
    case StatementKind::kBreak: return CheckBreak(statement.range, "break");
    case StatementKind::kContinue: return CheckBreak(statement.range, "continue");
    case StatementKind::kReturn: return CheckReturn(statement.range);
    case StatementKind::kParallel: return CheckParallel(cast<syntax::ParallelStatement>(statement));
    case StatementKind::kEach: return CheckEach(cast<syntax::EachStatement>(statement));
    case StatementKind::kTry: return CheckTry(cast<syntax::TryStatement>(statement));
    case StatementKind::kRaise: return CheckRaise(cast<syntax::RaiseStatement>(statement));
    case StatementKind::kSaga: return CheckSaga(cast<syntax::SagaStatement>(statement));
    case StatementKind::kTap: return CheckTap(cast<syntax::TapStatement>(statement));
    case StatementKind::kAwait: return CheckAwait(cast<syntax::AwaitStatement>(statement));
    case StatementKind::kBlock: return CheckBlock(cast<syntax::BlockStatement>(statement).block);
  }
}

/// `optional` before a branch belongs to the branch; one that is left here has none.
void FlowChecker::CheckChain(const syntax::ChainStatement& chain) {
  if (chain.optional) {
    context_.diagnostics.Report(diag::MisplacedOptional, chain.optional_range)
        .AddHelp("a branch of `parallel` may be optional; elsewhere catch the error with `try`");
  }
  for (const syntax::Call& call : chain.calls) Calls().Check(call, CallPlace::kStep);
}

void FlowChecker::CheckIf(const syntax::IfStatement& statement) {
  for (const syntax::IfArm& arm : statement.arms) {
    if (arm.condition != nullptr) Expressions().CheckCondition(*arm.condition);
    CheckBlock(arm.body);
  }
}

VariableId FlowChecker::Declare(const Identifier& name, bool is_clause, TypeId type) {
  if (name.text.empty()) return {};
  // What a hiding variable means is in doubt, so what is done with it is not judged.
  if (ReportHiding(name)) type = types().invalid();
  const VariableId id{context_.program.flows[flow_].variable_count++};
  scope_.variables.push_back({name, id, is_clause, type});
  return id;
}

bool FlowChecker::ReportHiding(const Identifier& name) {
  const auto report = [&](std::string_view what, SourceRange declared) {
    context_.diagnostics.Report(diag::ShadowedName, name.range, NameOf(name), Word{std::string(what)})
        .AddLabel(declared, "declared here")
        .AddHelp("choose another name");
    return true;
  };
  if (const Variable* hidden = scope_.Find(name.text)) return report("another variable", hidden->name.range);
  const auto slot = FindField(context_, scope_.envelope, name.text);
  return slot && report("a field", FieldAt(context_, scope_, *slot).origin.range);
}

void FlowChecker::Forget(const Identifier& name) {
  if (!name.text.empty()) scope_.variables.pop_back();
}

}  // namespace meshc::sema
