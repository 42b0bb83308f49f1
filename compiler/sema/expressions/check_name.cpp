#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using syntax::Expression;
using syntax::NameExpression;
using types::TypeKind;

namespace {

std::optional<std::uint32_t> FindParam(const types::Actor& actor, llvm::StringRef name) {
  for (std::uint32_t i = 0; i < actor.params.size(); ++i) {
    if (name == actor.params[i].name) return i;
  }
  return std::nullopt;
}

std::vector<std::string_view> ValueCandidates(Context& context, const Scope& scope) {
  std::vector<std::string_view> names;
  for (const Variable& variable : scope.variables)
    names.emplace_back(variable.name.text.data(), variable.name.text.size());
  if (scope.mode != NameMode::kFlow || !scope.envelope.has_value()) return names;
  const auto fields = NamesOf(context.declarations().envelopes[scope.envelope].fields);
  names.insert(names.end(), fields.begin(), fields.end());
  return names;
}

/// What `True` and `None` of other languages are here; empty: no such word.
std::string_view LiteralWord(llvm::StringRef name) {
  if (name == "True" || name == "TRUE" || name == "yes") return "true";
  if (name == "False" || name == "FALSE" || name == "no") return "false";
  return name == "None" || name == "nil" || name == "NULL" || name == "undefined" || name == "nullptr"
             ? "null"
             : "";
}

}  // namespace

bool ExpressionChecker::IsValueName(llvm::StringRef name) const {
  switch (scope_.mode) {
    case NameMode::kFlow:
      return scope_.Find(name) != nullptr || FindField(context_, scope_.envelope, name).has_value();
    case NameMode::kStub: return FindParam(context_.declarations().actors[scope_.actor], name).has_value();
    case NameMode::kConstant:
    case NameMode::kInput: return false;
  }
  NoSuchEnumerator();
}

TypeId ExpressionChecker::CheckName(const NameExpression& e, TypeId hint) {
  const llvm::StringRef name = e.name.text;
  if (name.empty()) return Invalid(e);
  if (const Variable* variable = scope_.Find(name)) {
    if (variable->is_clause) {
      context_.diagnostics.Report(diag::BareClauseVariable, e.range, NameOf(e.name))
          .AddHelp("read `" + name.str() + ".name`, `.message`, `.actor` or `.detail`");
      return Invalid(e);
    }
    context_.Mention(e.range, variable->name.range, Access::kRead);
    Set(e, variable->type, ReferenceKind::kVariable);
    context_.FactsOf(e).variable = variable->id;
    return variable->type;
  }
  if (scope_.mode == NameMode::kFlow) {
    if (const auto slot = FindField(context_, scope_.envelope, name)) {
      UseField(context_, scope_.envelope, *slot, e.range);
      return Set(e, context_.declarations().envelopes[scope_.envelope].fields[*slot].type,
                 ReferenceKind::kField, *slot);
    }
  }
  if (scope_.mode == NameMode::kStub) {
    const types::Actor& actor = context_.declarations().actors[scope_.actor];
    if (const auto param = FindParam(actor, name)) {
      context_.Mention(e.range, actor.params[*param].origin.range);
      return Set(e, actor.params[*param].type, ReferenceKind::kParam, *param);
    }
  }
  return ReportName(e, hint);
}

/// Not a value: an enum value where an enum is expected, or a mistake.
TypeId ExpressionChecker::ReportName(const NameExpression& e, TypeId hint) {
  const TypeId wanted = hint.has_value() ? types().Present(hint) : types().invalid();
  const bool is_enum = KindOf(wanted) == TypeKind::kEnum;
  if (is_enum) {
    const NameIndex& values = context_.enum_values[types()[wanted].decl];
    if (scope_.mode != NameMode::kFlow || values.count(e.name.text) > 0)
      return CheckEnumValue(e, e.name, wanted);
  }
  Invalid(e);
  // Beside an operand that was reported, a bare name may well be an enum value.
  if (hint.has_value() && wanted == types().invalid()) return types().invalid();
  if (scope_.mode == NameMode::kConstant || scope_.mode == NameMode::kInput) {
    const char* what = scope_.mode == NameMode::kConstant ? "default" : "value";
    context_.diagnostics.Report(diag::NotConstant, e.range, Word{what}).AddHelp("write a literal");
    return types().invalid();
  }
  if (scope_.mode == NameMode::kFlow && !scope_.envelope.has_value()) return types().invalid();
  const syntax::QualifiedName as_type{{e.range}, {}, e.name};
  if (PeekSymbol(context_, scope_.file, Space::kTypes, as_type).has_value()) {
    context_.diagnostics.Report(diag::TypeAsValue, e.range, NameOf(e.name));
    return types().invalid();
  }
  if (scope_.mode == NameMode::kStub) {
    const types::Actor& actor = context_.declarations().actors[scope_.actor];
    Suggest(context_,
            context_.diagnostics.Report(diag::UnknownParam, e.range, Name{actor.name}, NameOf(e.name)),
            e.name, NamesOf(actor.params));
    context_.FollowsFrom(actor.name);
    return types().invalid();
  }
  if (const std::string_view word = LiteralWord(e.name.text); !word.empty()) {
    context_.diagnostics.Report(diag::UnknownName, e.range, NameOf(e.name))
        .AddFix("it is written `" + std::string(word) + "`", {{e.range, std::string(word)}},
                diagnostics::Applicability::kMachine);
    return types().invalid();
  }
  const SymbolId step = PeekSymbol(context_, scope_.file, Space::kActors, as_type);
  if (step.has_value() && context_.symbol(step).kind == SymbolKind::kRouter) {
    context_.diagnostics.Report(diag::UnknownName, e.range, NameOf(e.name))
        .AddHelp("it is a router: `route " + e.name.text.str() + " { label => ...; }` asks it");
    return types().invalid();
  }
  // Perhaps an enum of the import that was not found, which is what is wrong.
  const bool like_type = !e.name.text.empty() && e.name.text.front() >= 'A' && e.name.text.front() <= 'Z';
  if (like_type && context_.table.ScopeOf(scope_.file).incomplete) return types().invalid();
  auto candidates = ValueCandidates(context_, scope_);
  if (is_enum) {
    const auto values = NamesOf(context_.declarations().enums[types()[wanted].enumeration()].values);
    candidates.insert(candidates.end(), values.begin(), values.end());
  }
  Suggest(context_, context_.diagnostics.Report(diag::UnknownName, e.range, NameOf(e.name)), e.name,
          candidates);
  if (scope_.envelope.has_value())
    context_.FollowsFrom(context_.declarations().envelopes[scope_.envelope].name);
  return types().invalid();
}

TypeId ExpressionChecker::CheckEnumValue(const Expression& e, const syntax::Identifier& name, TypeId type) {
  const std::uint32_t declaration = types()[type].decl;
  const types::Enum& enumeration = context_.declarations().enums[types()[type].enumeration()];
  const auto found = context_.enum_values[declaration].find(name.text);
  if (found == context_.enum_values[declaration].end()) {
    Suggest(context_,
            context_.diagnostics.Report(diag::UnknownEnumValue, name.range, ShowType(type), NameOf(name)),
            name, NamesOf(enumeration.values));
    context_.FollowsFrom(enumeration.name);
    return Invalid(e);
  }
  const types::EnumValue& value = enumeration.values[found->second];
  NoteUse(context_, value.name, value.origin, name.range);
  return Set(e, type, ReferenceKind::kEnumValue, found->second);
}

}  // namespace meshc::sema
