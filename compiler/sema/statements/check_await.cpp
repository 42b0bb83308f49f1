#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/sema/statements/target.h"

namespace meshc::sema {

void FlowChecker::CheckAwait(const syntax::AwaitStatement& statement) {
  AwaitFacts facts;
  facts.type =
      statement.type == nullptr ? types().invalid() : ResolveType(context_, scope_.file, *statement.type);
  const auto slot = FindTarget(context_, scope_, statement.field);
  if (slot && CheckAwaitedField(statement, FieldAt(context_, scope_, *slot), facts.type)) facts.field = slot;
  facts.timeout_ns = ReadDuration(context_, statement.timeout).value_or(0);
  if (!statement.signal.text.empty()) {
    context_.sites.awaits.push_back({flow_, statement.signal.text, facts.type});
  }
  CheckBlock(statement.else_body);
  context_.SetIndex(statement.range, statement.id, context_.program.awaits.size());
  context_.program.awaits.push_back(facts);
}

/// The value is stored as it arrives: it has to be one that the field takes, without conversion.
bool FlowChecker::CheckAwaitedField(const syntax::AwaitStatement& statement, const types::Field& field,
                                    TypeId type) {
  const SourceRange range = statement.field.range;
  if (!CheckWritable(context_, range, field)) return false;
  if (field.mode == types::WriteMode::kLog) {
    context_.diagnostics.Report(diag::LogAssignment, range, Name{field.name})
        .AddLabel(field.origin.range, "the field")
        .AddHelp("await into another field, and append that one with `set " + field.name + " += ...;`");
    return false;
  }
  const Fit fit = FitOf(types(), type, field.type);
  if (fit == Fit::kYes) return true;
  if (fit == Fit::kDisjoint) {
    context_.diagnostics
        .Report(diag::DisjointRanges, statement.type->range, Show(context_, type), Show(context_, field.type))
        .AddLabel(field.origin.range, "the field");
  } else {
    context_.diagnostics
        .Report(diag::TypeMismatch, statement.type->range, Show(context_, field.type), Show(context_, type))
        .AddLabel(field.origin.range, "the field");
  }
  return false;
}

}  // namespace meshc::sema
