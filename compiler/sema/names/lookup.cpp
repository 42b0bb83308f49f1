#include "compiler/sema/names/lookup.h"

#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

const Visible* FindIn(const FileScope& scope, Space space, llvm::StringRef name) {
  const auto& names = scope.names[static_cast<std::size_t>(space)];
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

/// Candidates for a misspelt name, sorted so that ties fall the same way everywhere.
std::vector<std::string_view> Candidates(const Context& context, const FileScope& scope, Space space) {
  std::vector<std::string_view> names;
  const auto add = [&](llvm::StringRef name) { names.emplace_back(name.data(), name.size()); };
  for (const auto& entry : scope.names[static_cast<std::size_t>(space)]) add(entry.getKey());
  if (space == Space::kErrors) {
    for (const auto& entry : context.builtin_errors) add(entry.getKey());
  }
  if (space == Space::kTypes) {
    for (const char* name : {"bool", "int", "float", "string", "bytes", "timestamp", "duration", "json"}) {
      names.emplace_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The file that declares the name, if this file only forgot to import it.
void HintAtImport(Context& context, diagnostics::Builder report, Space space, llvm::StringRef name) {
  for (const auto& file : context.program.files) {
    const Visible* found = FindIn(context.table.ScopeOf(file.id), space, name);
    if (found == nullptr || found->import != nullptr) continue;
    report.AddNote("`" + std::string(context.sources.Name(file.id)) +
                   "` declares that name; imports are not transitive");
    return;
  }
}

struct TypeRow {
  std::string_view type;
  std::initializer_list<std::string_view> others;
};

/// What the built-in types are called elsewhere.
const TypeRow kTypes[] = {
    {"string", {"str", "String", "text", "Text", "varchar", "char", "uuid", "UUID", "std"}},
    {"int", {"integer", "Integer", "Int",  "long",  "Long",   "short",  "i8",     "i16",
             "i32",     "i64",     "u8",   "u16",   "u32",    "u64",    "int8",   "int16",
             "int32",   "int64",   "uint", "uint8", "uint16", "uint32", "uint64", "usize"}},
    {"float",
     {"double", "Double", "Float", "decimal", "Decimal", "f32", "f64", "float32", "float64", "real",
      "number"}},
    {"bool", {"boolean", "Boolean", "Bool"}},
    {"timestamp",
     {"datetime", "DateTime", "date", "Date", "time", "Time", "Timestamp", "instant", "Instant"}},
    {"duration", {"timedelta", "Duration", "interval"}},
    {"bytes", {"blob", "binary", "Bytes", "buffer", "Buffer"}},
    {"json", {"any", "Any", "object", "Object", "unknown", "dict", "JSON", "Json", "struct"}},
};

/// True if the name is that of a built-in type elsewhere, which the report then says.
bool SuggestBuiltin(diagnostics::Builder report, Space space, const syntax::Identifier& name) {
  if (space != Space::kTypes) return false;
  for (const TypeRow& row : kTypes) {
    for (const std::string_view other : row.others) {
      if (name.text != llvm::StringRef(other.data(), other.size())) continue;
      const bool alone = row.type != "json" && other != "number" && other != "uuid" && other != "UUID";
      report.AddFix("the type is called `" + std::string(row.type) + "`",
                    {{name.range, std::string(row.type)}},
                    alone ? diagnostics::Applicability::kMachine : diagnostics::Applicability::kMaybe);
      return true;
    }
  }
  return false;
}

void ReportUnknown(Context& context, const FileScope& scope, Space space, const syntax::Identifier& name,
                   const NameRow& unknown) {
  if (scope.incomplete) return;
  auto report = context.diagnostics.Report(unknown, name.range, NameOf(name));
  if (SuggestBuiltin(report, space, name) || context.suggestions_left == 0) return;
  Suggest(context, report, name, Candidates(context, scope, space));
  HintAtImport(context, report, space, name.text);
}

/// The scope that a qualifier opens; null: reported, or the import could not be loaded.
const FileScope* FindQualified(Context& context, const FileScope& scope,
                               const syntax::Identifier& qualifier) {
  const auto found = scope.aliases.find(qualifier.text);
  if (found != scope.aliases.end()) {
    return found->second.has_value() ? &context.table.ScopeOf(found->second) : nullptr;
  }
  auto report = context.diagnostics.Report(diag::UnknownImportAlias, qualifier.range, NameOf(qualifier));
  std::vector<std::string_view> names;
  for (const auto& entry : scope.aliases) names.emplace_back(entry.getKey().data(), entry.getKey().size());
  std::sort(names.begin(), names.end());
  Suggest(context, report, qualifier, names);
  return nullptr;
}

/// Notes which import `alias` stands for.
void MentionAlias(Context& context, FileId file, const syntax::Identifier& alias) {
  for (const syntax::File& candidate : context.program.files) {
    if (candidate.id != file) continue;
    for (const syntax::Declaration* declaration : candidate.declarations) {
      const bool import = declaration->kind == syntax::DeclarationKind::kImport;
      if (!import || declaration->name.text != alias.text) continue;
      return context.Mention(alias.range, declaration->name.range);
    }
  }
}

Callee CalleeOf(Context& context, SymbolId id) {
  if (!id.has_value()) return {};
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kFlow) return {.actor = {}, .flow = {symbol.index}};
  return {.actor = {symbol.index}, .flow = {}};
}

}  // namespace

SymbolId PeekSymbol(const Context& context, FileId file, Space space, const syntax::QualifiedName& name) {
  const FileScope* scope = &context.table.ScopeOf(file);
  const bool qualified = !name.qualifier.text.empty();
  if (qualified) {
    const auto found = scope->aliases.find(name.qualifier.text);
    if (found == scope->aliases.end() || !found->second.has_value()) return {};
    scope = &context.table.ScopeOf(found->second);
  }
  const Visible* visible = FindIn(*scope, space, name.name.text);
  if (visible == nullptr || (qualified && visible->import != nullptr)) return {};
  return visible->symbol;
}

SymbolId FindSymbol(Context& context, FileId file, Space space, const syntax::QualifiedName& name,
                    const NameRow& unknown) {
  if (name.name.text.empty()) return {};
  const FileScope* scope = &context.table.ScopeOf(file);
  if (!name.qualifier.text.empty()) {
    MentionAlias(context, file, name.qualifier);
    scope = FindQualified(context, *scope, name.qualifier);
  }
  if (scope == nullptr) return {};
  const SymbolId symbol = PeekSymbol(context, file, space, name);
  if (!symbol.has_value()) {
    ReportUnknown(context, *scope, space, name.name, unknown);
    return {};
  }
  MarkUsed(context, symbol, name.name.range);
  return symbol;
}

ErrorId FindError(Context& context, FileId file, const syntax::QualifiedName& name) {
  if (name.qualifier.text.empty()) {
    const auto builtin = context.builtin_errors.find(name.name.text);
    if (builtin != context.builtin_errors.end()) return builtin->second;
  }
  const SymbolId symbol = FindSymbol(context, file, Space::kErrors, name, diag::UnknownError);
  return symbol.has_value() ? ErrorId{context.symbol(symbol).index} : ErrorId{};
}

EnvelopeId FindEnvelope(Context& context, FileId file, const syntax::QualifiedName& name) {
  const SymbolId id = FindSymbol(context, file, Space::kTypes, name, diag::UnknownEnvelope);
  if (!id.has_value()) return {};
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kEnvelope) return {symbol.index};
  context.diagnostics
      .Report(diag::WrongKind, name.range, NameOf(name.name), Word{WithArticle(Noun(symbol.kind))},
              Word{"an envelope"})
      .AddLabel(symbol.declaration->name.range, "declared here");
  return {};
}

FlowId FindFlow(Context& context, FileId file, const syntax::QualifiedName& name) {
  const SymbolId id = FindSymbol(context, file, Space::kActors, name, diag::UnknownFlow);
  if (!id.has_value()) return {};
  const Symbol& symbol = context.symbol(id);
  if (symbol.kind == SymbolKind::kFlow) return {symbol.index};
  context.diagnostics
      .Report(diag::WrongKind, name.range, NameOf(name.name), Word{WithArticle(Noun(symbol.kind))},
              Word{"a flow"})
      .AddLabel(symbol.declaration->name.range, "declared here");
  return {};
}

Callee FindCallee(Context& context, FileId file, const syntax::QualifiedName& name) {
  return CalleeOf(context, FindSymbol(context, file, Space::kActors, name, diag::UnknownActor));
}

Callee FindMentioned(Context& context, FileId file, const syntax::QualifiedName& name) {
  const SymbolId known = PeekSymbol(context, file, Space::kActors, name);
  if (!known.has_value()) return FindCallee(context, file, name);
  if (!name.qualifier.text.empty()) MentionAlias(context, file, name.qualifier);
  context.uses.push_back({name.name.range, known});
  return CalleeOf(context, known);
}

void MarkUsed(Context& context, SymbolId id, SourceRange range) {
  Symbol& symbol = context.symbol(id);
  symbol.used |= !context.in_scenario;
  context.uses.push_back({range, id});
  if (symbol.deprecated.empty()) return;
  context.diagnostics.Report(diag::DeprecatedUse, range, Name{symbol.name.str()}, Reason{symbol.deprecated})
      .AddLabel(symbol.declaration->name.range, "declared here");
}

void NoteUse(Context& context, std::string_view name, const types::Origin& origin, SourceRange range,
             Access access) {
  context.Mention(range, origin.range, access);
  if (origin.deprecated.empty()) return;
  context.diagnostics.Report(diag::DeprecatedUse, range, Name{std::string(name)}, Reason{origin.deprecated})
      .AddLabel(origin.range, "declared here");
}

std::string Describe(const types::Actor& actor) {
  switch (actor.kind) {
    case types::ActorKind::kProcessor: return "a processor";
    case types::ActorKind::kChoiceRouter: return "a choice router";
    case types::ActorKind::kPlanRouter: return "a plan router";
  }
  NoSuchEnumerator();
}

}  // namespace meshc::sema
