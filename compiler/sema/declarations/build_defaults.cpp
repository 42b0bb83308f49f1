#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/declarations/error_sources.h"
#include "compiler/sema/expressions/constant_folder.h"
#include "compiler/sema/expressions/expression_checker.h"

namespace meshc::sema {
namespace {

/// Fields of an envelope: only those that may be there at the start take a default.
void BuildFieldDefaults(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::EnvelopeDeclaration&>(*symbol.declaration);
  auto& fields = context.declarations().envelopes[{symbol.index}].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const syntax::Expression* value = source.fields[i].default_value;
    if (value == nullptr) continue;
    const bool may = fields[i].in || fields[i].mode == types::WriteMode::kVar;
    if (!may) {
      context.diagnostics
          .Report(diag::MisplacedDefault, value->range, Word{"a field that is neither `in` nor `var`"})
          .AddLabel(fields[i].origin.range, "the field");
      continue;
    }
    fields[i].default_value = EvaluateDefault(context, symbol.file, *value, fields[i].type);
  }
}

void BuildErrorDefaults(Context& context) {
  auto& errors = context.declarations().errors;
  for (const ErrorSource& source : SortedErrorSources(context)) {
    types::Error& error = errors[source.error];
    const std::vector<types::Member>& inherited = errors[error.parent].fields;
    // Above a limit nothing is inherited.
    const std::size_t first_own = error.fields.size() - source.declaration->fields.size();
    for (std::size_t i = 0; i < first_own; ++i) error.fields[i].default_value = inherited[i].default_value;
    EvaluateDefaults(context, source.symbol->file, source.declaration->fields, MemberRole::kErrorField,
                     error.fields, first_own);
    if (!error.detail.has_value()) continue;
    context.declarations().records[context.types()[error.detail].record()].members = error.fields;
  }
}

}  // namespace

std::optional<types::Constant> EvaluateDefault(Context& context, FileId file, const syntax::Expression& value,
                                               TypeId type) {
  Scope scope;
  scope.mode = NameMode::kConstant;
  scope.file = file;
  const std::size_t before = context.diagnostics.ErrorCount();
  ExpressionChecker(context, scope).CheckFits(value, type);
  if (context.diagnostics.ErrorCount() != before || type == context.types().invalid()) return std::nullopt;
  return Fold(context, value, type, "default");
}

void EnsureDefaults(Context& context, types::RecordId record) {
  RecordSource& source = context.record_sources[record.index];
  // A running one is asked for by its own default, which is left out there.
  if (source.declaration == nullptr || source.defaults != Progress::kNotStarted) return;
  source.defaults = Progress::kRunning;
  EvaluateDefaults(context, source.file, source.declaration->members, MemberRole::kMember,
                   context.declarations().records[record].members);
  source.defaults = Progress::kDone;
}

void BuildDefaults(Context& context) {
  for (const types::RecordId record : context.declarations().records.ids()) EnsureDefaults(context, record);
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kUnion) {
      const auto& source = static_cast<const syntax::UnionDeclaration&>(*symbol.declaration);
      auto& tags = context.declarations().unions[{symbol.index}].tags;
      EvaluateDefaults(context, symbol.file, source.tags, MemberRole::kTag, tags);
    }
    if (symbol.kind == SymbolKind::kEnvelope) BuildFieldDefaults(context, symbol);
  }
  BuildErrorDefaults(context);
}

}  // namespace meshc::sema
