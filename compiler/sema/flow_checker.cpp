#include "compiler/sema/flow_checker.h"

#include <llvm/Support/Casting.h>

#include "compiler/sema/suggest.h"

namespace meshc::sema {

using llvm::cast;
using syntax::StatementKind;

FlowChecker::FlowChecker(Context& context, FlowId flow) : context_(context), flow_(flow) {
  const Flow& checked = context.program.flows[flow];
  scope_.mode = NameMode::kFlow;
  scope_.file = checked.declaration->range.file;
  scope_.envelope = checked.envelope;
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
    case StatementKind::kChain: return CheckChain(cast<syntax::ChainStatement>(statement), false);
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

void FlowChecker::CheckChain(const syntax::ChainStatement& chain, bool in_parallel) {
  if (chain.optional && !in_parallel) {
    context_.diagnostics.Report(diag::MisplacedOptional, chain.optional_range)
        .AddHelp("a branch of `parallel` may be optional; elsewhere catch the error with `try`");
  }
  for (const syntax::Call& call : chain.calls) CheckCall(call, CallPlace::kStep);
}

void FlowChecker::CheckIf(const syntax::IfStatement& statement) {
  for (const syntax::IfArm& arm : statement.arms) {
    if (arm.condition != nullptr) Expressions().CheckCondition(*arm.condition);
    CheckBlock(arm.body);
  }
}

VariableId FlowChecker::Declare(const Identifier& name, bool is_clause, TypeId type) {
  if (name.text.empty()) return {};
  const bool hides_field = FindField(context_, scope_.envelope, name.text).has_value();
  if (const Variable* hidden = scope_.Find(name.text)) {
    context_.diagnostics.Report(diag::ShadowedName, name.range, NameOf(name), Word{"another variable"})
        .AddLabel(hidden->name.range, "declared here")
        .AddHelp("choose another name");
  } else if (hides_field) {
    const types::Field& field = FieldAt(*FindField(context_, scope_.envelope, name.text));
    context_.diagnostics.Report(diag::ShadowedName, name.range, NameOf(name), Word{"a field"})
        .AddLabel(field.origin.range, "declared here")
        .AddHelp("choose another name");
  }
  const VariableId id{context_.program.flows[flow_].variable_count++};
  scope_.variables.push_back({name, id, is_clause, type});
  return id;
}

void FlowChecker::Forget(const Identifier& name) {
  if (!name.text.empty()) scope_.variables.pop_back();
}

std::optional<std::uint32_t> FlowChecker::FindTarget(const Identifier& name) {
  if (name.text.empty() || !scope_.envelope.has_value()) return std::nullopt;
  const auto slot = FindField(context_, scope_.envelope, name.text);
  if (slot) {
    UseField(context_, scope_.envelope, *slot, name.range);
    return slot;
  }
  const types::Envelope& envelope = context_.declarations().envelopes[scope_.envelope];
  auto report =
      context_.diagnostics.Report(diag::UnknownField, name.range, Name{envelope.name}, NameOf(name));
  if (scope_.Find(name.text) != nullptr)
    report.AddHelp("a variable is never written; only fields are");
  else
    Suggest(context_, report, name, NamesOf(envelope.fields));
  return std::nullopt;
}

const types::Field& FlowChecker::FieldAt(std::uint32_t slot) const {
  return context_.program.declarations.envelopes[scope_.envelope].fields[slot];
}

void FlowChecker::ReportWriteToInput(SourceRange range, const types::Field& field) {
  context_.diagnostics.Report(diag::WriteToInput, range, Name{field.name})
      .AddLabel(field.origin.range, "the field")
      .AddHelp("declare it `in var` if it is to change");
}

}  // namespace meshc::sema
