#include <llvm/ADT/STLExtras.h>

#include <cstdint>
#include <map>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/names/names.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::ImportDeclaration;

std::optional<SymbolKind> KindOf(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::kImport:
    case DeclarationKind::kScenario: return std::nullopt;
    case DeclarationKind::kTypeAlias: return SymbolKind::kTypeAlias;
    case DeclarationKind::kRecord: return SymbolKind::kRecord;
    case DeclarationKind::kEnum: return SymbolKind::kEnum;
    case DeclarationKind::kUnion: return SymbolKind::kUnion;
    case DeclarationKind::kEnvelope: return SymbolKind::kEnvelope;
    case DeclarationKind::kError: return SymbolKind::kError;
    case DeclarationKind::kProcessor: return SymbolKind::kProcessor;
    case DeclarationKind::kRouter: return SymbolKind::kRouter;
    case DeclarationKind::kPolicy: return SymbolKind::kPolicy;
    case DeclarationKind::kFlow: return SymbolKind::kFlow;
    case DeclarationKind::kFlavor: return SymbolKind::kFlavor;
    case DeclarationKind::kDeploy: return SymbolKind::kDeploy;
  }
  NoSuchEnumerator();
}

std::size_t IndexOf(SymbolKind kind) { return static_cast<std::size_t>(SpaceOf(kind)); }

bool IsBuiltin(const Context& context, const Symbol& symbol) {
  switch (SpaceOf(symbol.kind)) {
    case Space::kTypes: return IsBuiltinType(symbol.name);
    case Space::kErrors: return context.builtin_errors.count(symbol.name) > 0;
    case Space::kActors:
    case Space::kPlatform: return false;
  }
  NoSuchEnumerator();
}

/// Enters a declaration into the scope of its file, unless its name is taken.
void Enter(Context& context, FileScope& scope, SymbolId id) {
  const Symbol& symbol = context.symbol(id);
  const SourceRange range = symbol.declaration->name.range;
  if (IsBuiltin(context, symbol)) {
    const std::string what = symbol.kind == SymbolKind::kError ? "an error" : "a type";
    context.diagnostics.Report(diag::BuiltinRedeclared, range, Name{symbol.name.str()}, Word{what})
        .AddHelp("choose another name");
    return;
  }
  const auto [entry, fresh] =
      scope.names[IndexOf(symbol.kind)].try_emplace(symbol.name, Visible{id, nullptr});
  if (fresh) {
    scope.own.push_back(id);
    return;
  }
  const Declaration& first = *context.symbol(entry->second.symbol).declaration;
  context.diagnostics
      .Report(diag::DuplicateName, range, Word{std::string(Noun(symbol.kind))}, Name{symbol.name.str()})
      .AddLabel(first.name.range, "declared here first");
}

void CollectOwn(Context& context, const syntax::File& file) {
  FileScope& scope = context.table.scopes[file.id.index];
  for (const Declaration* declaration : file.declarations) {
    const auto kind = KindOf(*declaration);
    if (!kind || declaration->name.text.empty()) continue;
    Symbol symbol;
    symbol.kind = *kind;
    symbol.name = declaration->name.text;
    if (declaration->recovered) context.torn.insert(symbol.name);
    symbol.declaration = declaration;
    symbol.file = file.id;
    symbol.deprecated = DeprecationOf(declaration->leading);
    Enter(context, scope, context.table.symbols.Add(std::move(symbol)));
  }
}

/// Actors and flows name queues and files: one name, one actor, in all files together.
void CheckMeshWide(Context& context) {
  if (context.program.files.size() == 1) return;  // Its scope has told.
  llvm::StringMap<SymbolId> first;
  for (const syntax::File& file : context.program.files) {
    for (const SymbolId id : context.table.ScopeOf(file.id).own) {
      const Symbol& symbol = context.symbol(id);
      if (SpaceOf(symbol.kind) != Space::kActors) continue;
      const auto [entry, fresh] = first.try_emplace(symbol.name, id);
      if (fresh) continue;
      const Symbol& other = context.symbol(entry->second);
      context.diagnostics
          .Report(diag::MeshNameTaken, symbol.declaration->name.range, Name{symbol.name.str()},
                  Word{WithArticle(Noun(other.kind))}, Lexeme{std::string(context.sources.Name(other.file))})
          .AddLabel(other.declaration->name.range, "declared here")
          .AddHelp("names of actors and flows are unique in a whole mesh, because they name queues");
    }
  }
}

/// A limit that no mesh of people meets keeps generated ones inside of what brokers bear.
void CheckActorCount(Context& context) {
  constexpr std::int64_t kMaxActors = 100'000;
  std::int64_t count = 0;
  for (const Symbol& symbol : context.table.symbols) {
    const bool actor = symbol.kind == SymbolKind::kProcessor || symbol.kind == SymbolKind::kRouter;
    if (!actor || ++count != kMaxActors + 1) continue;
    context.diagnostics.Report(diag::TooManyActors, symbol.declaration->name.range, Number{kMaxActors})
        .AddHelp("let one processor with more replicas do the work of many that are alike");
  }
}

/// Names that an import brings although an earlier import brought them, by that earlier one.
using Clashes = std::map<const ImportDeclaration*, std::vector<std::string>>;

void Bring(Context& context, FileScope& scope, const ImportDeclaration& import, SymbolId id,
           Clashes& clashes) {
  const Symbol& symbol = context.symbol(id);
  const auto [entry, fresh] =
      scope.names[IndexOf(symbol.kind)].try_emplace(symbol.name, Visible{id, &import});
  // Two actors of one name were reported for the mesh as a whole.
  if (fresh || entry->second.symbol == id || SpaceOf(symbol.kind) == Space::kActors) return;
  if (entry->second.import != nullptr) {
    clashes[entry->second.import].push_back(symbol.name.str());
    return;
  }
  const Symbol& own = context.symbol(entry->second.symbol);
  context.diagnostics
      .Report(diag::ShadowsImport, own.declaration->name.range, Word{std::string(Noun(own.kind))},
              Name{own.name.str()})
      .AddLabel(import.target_range, "this import brings it")
      .AddHelp("rename it, or give the import a name with `as`");
}

void ReportClashes(Context& context, const ImportDeclaration& import, const Clashes& clashes) {
  for (const auto& [first, names] : clashes) {
    context.diagnostics
        .Report(diag::AmbiguousImport, import.target_range, Lexeme{first->target.str()},
                Lexeme{import.target.str()}, ListNames(names))
        .AddLabel(first->target_range, "the other import")
        .AddHelp("give one of the two a name: `import ... as name;`");
  }
}

void EnterAlias(Context& context, FileScope& scope, const ImportDeclaration& import, FileId file) {
  const auto [entry, fresh] = scope.aliases.try_emplace(import.name.text, file);
  if (fresh) return;
  context.diagnostics.Report(diag::DuplicateName, import.name.range, Word{"import"}, NameOf(import.name))
      .AddHelp("choose another name after `as`");
}

void CollectImports(Context& context, const syntax::File& file) {
  FileScope& scope = context.table.scopes[file.id.index];
  std::size_t next = 0;
  for (const Declaration* declaration : file.declarations) {
    if (declaration->kind != DeclarationKind::kImport) continue;
    const auto& import = static_cast<const ImportDeclaration&>(*declaration);
    const FileId target = next < file.imports.size() ? file.imports[next++] : FileId{};
    if (!import.name.text.empty()) {
      EnterAlias(context, scope, import, target);
      continue;
    }
    if (!target.has_value()) {
      scope.incomplete = true;
      continue;
    }
    Clashes clashes;
    for (const SymbolId id : context.table.ScopeOf(target).own) Bring(context, scope, import, id, clashes);
    ReportClashes(context, import, clashes);
  }
}

/// True if something before the first declaration was reported: a misspelled `mesh` line, or a file
/// of which nothing could be read.
bool HeadIsReported(const Context& context, const syntax::File& root) {
  const std::uint32_t end = root.declarations.empty() ? UINT32_MAX : root.declarations.front()->range.begin;
  return llvm::any_of(context.diagnostics.all(), [&](const diagnostics::Diagnostic& d) {
    return d.severity == diagnostics::Severity::kError && d.range.file == root.id && d.range.begin < end;
  });
}

void CheckMeshLine(Context& context) {
  const syntax::File& root = context.program.files.front();
  if (root.mesh_range.has_value() || context.is_library || HeadIsReported(context, root)) return;
  context.diagnostics.Report(diag::MissingMeshLine, {root.id, 0, 0})
      .AddFix("write `mesh name;` before everything else", {{{root.id, 0, 0}, "mesh name;\n\n"}});
}

}  // namespace

bool IsBuiltinType(llvm::StringRef name) {
  return name == "bool" || name == "int" || name == "float" || name == "string" || name == "bytes" ||
         name == "timestamp" || name == "duration" || name == "json";
}

void CollectNames(Context& context) {
  CheckMeshLine(context);
  for (const syntax::File& file : context.program.files) CollectOwn(context, file);
  CheckMeshWide(context);
  CheckActorCount(context);
  for (const syntax::File& file : context.program.files) CollectImports(context, file);
}

}  // namespace meshc::sema
