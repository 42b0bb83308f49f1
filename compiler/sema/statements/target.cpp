#include "compiler/sema/statements/target.h"

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

std::optional<std::uint32_t> FindTarget(Context& context, const Scope& scope, const syntax::Identifier& name,
                                        Access access) {
  if (name.text.empty() || !scope.envelope.has_value()) return std::nullopt;
  const auto slot = FindField(context, scope.envelope, name.text);
  if (slot) {
    UseField(context, scope.envelope, *slot, name.range, access);
    return slot;
  }
  const types::Envelope& envelope = context.declarations().envelopes[scope.envelope];
  auto report = context.diagnostics.Report(diag::UnknownField, name.range, Name{envelope.name}, NameOf(name));
  if (scope.Find(name.text) != nullptr)
    report.AddHelp("a variable is never written; only fields are");
  else if (!Suggest(context, report, name, NamesOf(envelope.fields)))
    report.AddHelp("fields are declared in the envelope: `var " + name.text.str() + ": TYPE;` there");
  context.FollowsFrom(envelope.name);
  return std::nullopt;
}

const types::Field& FieldAt(const Context& context, const Scope& scope, std::uint32_t slot) {
  return context.program.declarations.envelopes[scope.envelope].fields[slot];
}

bool CheckWritable(Context& context, SourceRange range, const types::Field& field) {
  if (!field.in || field.mode == types::WriteMode::kVar) return true;
  context.diagnostics.Report(diag::WriteToInput, range, Name{field.name})
      .AddLabel(field.origin.range, "the field")
      .AddHelp("declare it `in var` if it is to change");
  return false;
}

}  // namespace meshc::sema
