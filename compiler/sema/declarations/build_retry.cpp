#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

types::Backoff BackoffOf(syntax::BackoffWord word) {
  switch (word) {
    case syntax::BackoffWord::kNone:
    case syntax::BackoffWord::kConstant: return types::Backoff::kConstant;
    case syntax::BackoffWord::kLinear: return types::Backoff::kLinear;
    case syntax::BackoffWord::kExponential: return types::Backoff::kExponential;
  }
  NoSuchEnumerator();
}

void ReadDelays(Context& context, const syntax::RetryClause& clause, types::Retry& retry) {
  if (clause.backoff == syntax::BackoffWord::kNone) return;
  const auto delay = PositiveDuration(context, clause.delay);
  if (delay) retry.delay_ns = *delay;
  if (!clause.has_max_delay) return;
  const auto max_delay = PositiveDuration(context, clause.max_delay);
  if (max_delay) retry.max_delay_ns = *max_delay;
  if (!delay || !max_delay || *delay <= *max_delay) return;
  const SourceRange range = source::Cover(clause.delay.range, clause.max_delay.range);
  const std::string_view shorter = context.sources.Text(clause.max_delay.range);
  const std::string_view longer = context.sources.Text(clause.delay.range);
  context.diagnostics.Report(diag::ReversedRange, range, Lexeme{std::string(context.sources.Text(range))})
      .AddFix("write the shorter delay first",
              {{clause.delay.range, std::string(shorter)}, {clause.max_delay.range, std::string(longer)}},
              diagnostics::Applicability::kMachine);
}

void ReadErrors(Context& context, FileId file, const syntax::RetryClause& clause, types::Retry& retry) {
  for (const syntax::QualifiedName& name : clause.errors) {
    const ErrorId error = FindError(context, file, name);
    if (!error.has_value()) continue;
    if (std::find(retry.only.begin(), retry.only.end(), error) != retry.only.end()) {
      context.diagnostics.Report(diag::GivenTwice, name.range, Lexeme{name.name.text.str()});
    } else {
      retry.only.push_back(error);
    }
  }
  std::sort(retry.only.begin(), retry.only.end());
}

std::optional<types::Retry> FindPolicy(Context& context, FileId file, const syntax::QualifiedName& name) {
  const SymbolId id = FindSymbol(context, file, Space::kPlatform, name, diag::UnknownPolicy);
  if (!id.has_value()) return std::nullopt;
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kPolicy) return context.policies[symbol.index];
  context.diagnostics
      .Report(diag::WrongKind, name.range, NameOf(name.name), Word{WithArticle(Noun(symbol.kind))},
              Word{"a policy"})
      .AddLabel(symbol.declaration->name.range, "declared here");
  return std::nullopt;
}

}  // namespace

std::optional<types::Retry> BuildRetry(Context& context, FileId file, const syntax::RetryClause& clause) {
  if (!clause.present) return std::nullopt;
  if (!clause.policy.name.text.empty()) return FindPolicy(context, file, clause.policy);
  types::Retry retry;
  syntax::CountClause attempts;
  attempts.range = clause.attempts.range;
  attempts.value = clause.attempts.value;
  if (CheckCount(context, attempts, "retry", kNoLimit))
    retry.attempts = static_cast<std::uint32_t>(attempts.value);
  retry.backoff = BackoffOf(clause.backoff);
  retry.jitter = clause.jitter;
  ReadDelays(context, clause, retry);
  ReadErrors(context, file, clause, retry);
  return retry;
}

void BuildPolicies(Context& context) {
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind != SymbolKind::kPolicy) continue;
    const auto& source = static_cast<const syntax::PolicyDeclaration&>(*symbol.declaration);
    if (!source.retry.policy.name.text.empty()) {
      context.diagnostics.Report(diag::PolicyOfPolicy, source.retry.policy.range, NameOf(source.name))
          .AddHelp("a policy states its attempts itself: `retry 3 backoff ...`");
      continue;
    }
    context.policies[symbol.index] = BuildRetry(context, symbol.file, source.retry).value_or(types::Retry{});
  }
}

}  // namespace meshc::sema
