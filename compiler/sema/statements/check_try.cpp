#include <algorithm>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"

namespace meshc::sema {

using types::BuiltinError;

void FlowChecker::CheckTry(const syntax::TryStatement& statement) {
  CheckBlock(statement.body);
  CheckGuards(statement.guards);
  if (!statement.guards.clauses.empty() || statement.guards.has_finally) return;
  context_.diagnostics.Report(diag::BareTry, source::FirstWord(statement.range, "try"))
      .AddHelp("add `on any { ... }` or `finally { ... }` behind the block");
}

void FlowChecker::CheckGuards(const syntax::Guards& guards) {
  for (const syntax::OnClause& clause : guards.clauses) CheckClause(clause);
  if (!guards.has_finally) return;
  enclosures_.push_back(Enclosure::kFinally);
  CheckBlock(guards.finally_body);
  enclosures_.pop_back();
}

std::vector<ErrorId> FlowChecker::CheckClauseErrors(const syntax::OnClause& clause) {
  std::vector<ErrorId> errors;
  for (const syntax::QualifiedName& name : clause.errors) {
    const ErrorId error = FindError(context_, scope_.file, name);
    if (!error.has_value()) continue;
    if (error == types::IdOf(BuiltinError::kUnroutable)) {
      context_.diagnostics.Report(diag::UncatchableError, name.range, NameOf(name.name))
          .AddHelp("such an envelope goes straight to the failure sink: its route table is missing");
    } else if (std::find(errors.begin(), errors.end(), error) != errors.end()) {
      const SourceRange with_comma{name.range.file, (&name - 1)->range.end, name.range.end};
      context_.diagnostics.Report(diag::DuplicateClauseError, name.range, NameOf(name.name))
          .AddFix("remove it", {{with_comma, ""}}, diagnostics::Applicability::kMachine);
    } else {
      errors.push_back(error);
    }
  }
  return errors;
}

void FlowChecker::CheckClause(const syntax::OnClause& clause) {
  ClauseFacts facts;
  facts.errors = CheckClauseErrors(clause);
  TypeId detail = types().Basic(types::TypeKind::kJson);
  if (clause.errors.size() == 1 && facts.errors.size() == 1) {
    const TypeId record = context_.declarations().errors[facts.errors.front()].detail;
    if (record.has_value()) detail = record;
  } else if (facts.errors.size() != clause.errors.size()) {
    // What the detail would have been was reported.
    detail = types().invalid();
  }
  facts.variable = Declare(clause.variable, true, detail);
  ++clause_depth_;
  CheckBlock(clause.body);
  --clause_depth_;
  Forget(clause.variable);
  context_.SetIndex(clause.range, clause.id, context_.program.clauses.size());
  context_.program.clauses.push_back(std::move(facts));
}

void FlowChecker::CheckRaise(const syntax::RaiseStatement& raise) {
  RaiseFacts facts;
  if (raise.again) {
    if (clause_depth_ == 0) {
      context_.diagnostics.Report(diag::RaiseOutsideClause, raise.range)
          .AddHelp("name the error that is raised: `raise name(\"message\");`");
    }
  } else {
    facts.error = FindError(context_, scope_.file, raise.error);
    if (raise.message != nullptr)
      Expressions().CheckFits(*raise.message, types().Basic(types::TypeKind::kString));
    CheckRaiseFields(raise, facts.error, facts);
  }
  context_.SetIndex(raise.range, raise.id, context_.program.raises.size());
  context_.program.raises.push_back(std::move(facts));
}

void FlowChecker::CheckRaiseFields(const syntax::RaiseStatement& raise, ErrorId error, RaiseFacts& facts) {
  if (!error.has_value()) {
    if (raise.fields != nullptr) Expressions().CheckFits(*raise.fields, types().invalid());
    return;
  }
  if (error == types::IdOf(BuiltinError::kAny)) {
    context_.diagnostics.Report(diag::AbstractError, raise.error.range).AddHelp("name one error");
    return;
  }
  const types::Error& raised = context_.declarations().errors[error];
  facts.fields.resize(raised.fields.size(), nullptr);
  bool misspelt = false;
  if (raise.fields != nullptr) {
    NameIndex index;
    for (std::uint32_t i = 0; i < raised.fields.size(); ++i) index.try_emplace(raised.fields[i].name, i);
    context_.FactsOf(*raise.fields).type = raised.detail.has_value() ? raised.detail : types().invalid();
    const std::size_t before = context_.diagnostics.ErrorCount();
    facts.fields = Expressions().CheckMembers(*raise.fields, raised.fields, index, {raised.name});
    misspelt = context_.diagnostics.ErrorCount() != before;
  }
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < raised.fields.size(); ++i) {
    const types::Member& field = raised.fields[i];
    const bool may_lack = field.default_value || types().IsOptional(field.type) || field.name.empty();
    if (facts.fields[i] == nullptr && !may_lack) missing.push_back(field.name);
  }
  if (missing.empty() || (misspelt && missing.size() == 1)) return;
  context_.diagnostics
      .Report(diag::MissingErrorField, raise.error.range, Name{raised.name}, ListNames(missing))
      .AddLabel(raised.origin.range, "declared here")
      .AddHelp("write `raise " + raised.name + " { " + missing.front() + ": ... };`");
}

}  // namespace meshc::sema
