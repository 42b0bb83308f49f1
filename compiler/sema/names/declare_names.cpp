#include <llvm/ADT/StringMap.h>

#include <algorithm>
#include <array>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/names.h"
#include "compiler/source/cycles.h"

namespace meshc::sema {
namespace {

using types::ErrorClass;

struct BuiltinRow {
  const char* name;
  ErrorClass error_class;
};

/// In the order of `mesh::contract::BuiltinError`.
constexpr std::array<BuiltinRow, 10> kBuiltinErrors{{
    {"any", ErrorClass::kFatal},
    {"timeout", ErrorClass::kRetriable},
    {"crash", ErrorClass::kRetriable},
    {"contract_violation", ErrorClass::kFatal},
    {"expression_error", ErrorClass::kRecoverable},
    {"loop_exhausted", ErrorClass::kRecoverable},
    {"join_failed", ErrorClass::kRecoverable},
    {"deadline_exceeded", ErrorClass::kFatal},
    {"cancelled", ErrorClass::kFatal},
    {"unroutable", ErrorClass::kFatal},
}};

struct Named {
  std::string name;
  SymbolId symbol;
};

/// Two files may declare one name if an `as` keeps them apart; outputs need a name for each.
void MakeUnique(std::vector<Named>& all) {
  llvm::StringMap<int> taken;  // How often; of stems the last number that was given.
  std::vector<Named*> again;
  for (Named& named : all) {
    if (!taken.try_emplace(named.name, 1).second) again.push_back(&named);
  }
  for (Named* named : again) {
    const std::string stem = named->name;
    int& last = taken[stem];
    do named->name = stem + "_" + std::to_string(++last);
    while (!taken.try_emplace(named->name, 1).second);
  }
}

/// The symbols of some kinds, sorted by name.
std::vector<Named> Sorted(Context& context, std::initializer_list<SymbolKind> kinds) {
  std::vector<Named> all;
  for (const SymbolId id : context.table.symbols.ids()) {
    const Symbol& symbol = context.symbol(id);
    if (std::find(kinds.begin(), kinds.end(), symbol.kind) != kinds.end())
      all.push_back({symbol.name.str(), id});
  }
  const auto by_name = [](const Named& a, const Named& b) { return a.name < b.name; };
  std::sort(all.begin(), all.end(), by_name);
  const auto equal = [](const Named& a, const Named& b) { return a.name == b.name; };
  if (std::adjacent_find(all.begin(), all.end(), equal) == all.end()) return all;
  // Numbers are given in the order of symbols.
  std::sort(all.begin(), all.end(),
            [](const Named& a, const Named& b) { return a.symbol.index < b.symbol.index; });
  MakeUnique(all);
  std::sort(all.begin(), all.end(), by_name);
  return all;
}

/// One entry per symbol; `fill` adds what is known from the symbol alone.
template <typename StoreT, typename Fill>
void Declare(Context& context, StoreT& store, std::initializer_list<SymbolKind> kinds, Fill fill) {
  for (Named& named : Sorted(context, kinds)) {
    Symbol& symbol = context.symbol(named.symbol);
    symbol.index = store.size();
    auto& entry = store[store.Add({})];
    entry.name = std::move(named.name);
    fill(symbol, entry);
  }
}

constexpr auto kNothing = [](const Symbol&, auto&) {};

void DeclareErrors(Context& context) {
  auto& errors = context.declarations().errors;
  for (const BuiltinRow& row : kBuiltinErrors) {
    types::Error error;
    error.name = row.name;
    error.error_class = row.error_class;
    if (!errors.empty()) error.parent = ErrorId{0};
    errors.Add(std::move(error));
  }
  Declare(context, errors, {SymbolKind::kError}, kNothing);
}

const syntax::ErrorDeclaration& SourceOf(const Symbol& symbol) {
  return static_cast<const syntax::ErrorDeclaration&>(*symbol.declaration);
}

/// Sets the parents. Errors that descend from each other are reported and cut loose.
void LinkErrors(Context& context) {
  auto& errors = context.declarations().errors;
  std::vector<source::Edge> edges;
  for (const SymbolId id : context.table.symbols.ids()) {
    if (context.symbol(id).kind != SymbolKind::kError) continue;
    const auto& parent = SourceOf(context.symbol(id)).parent;
    const ErrorId found =
        parent.name.text.empty() ? ErrorId{0} : FindError(context, context.symbol(id).file, parent);
    const ErrorId error{context.symbol(id).index};
    errors[error].parent = found.has_value() ? found : ErrorId{0};
    edges.push_back({error.index, errors[error].parent.index, parent.range});
  }
  for (const auto& cycle : source::FindCycles(errors.size(), edges)) {
    std::string shown = errors[ErrorId{cycle.front().from}].name;
    for (const source::Edge& edge : cycle) shown += " -> " + errors[ErrorId{edge.to}].name;
    context.diagnostics.Report(diag::ErrorCycle, cycle.front().range, Lexeme{shown})
        .AddHelp("let one of them descend from no other");
    for (const source::Edge& edge : cycle) errors[ErrorId{edge.from}].parent = ErrorId{0};
  }
}

/// Errors whose detail has members, their own or inherited ones.
std::vector<bool> FindDetailed(Context& context) {
  const auto& errors = context.declarations().errors;
  std::vector<Progress> progress(errors.size(), Progress::kNotStarted);
  std::vector<bool> detailed(errors.size(), false);
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kError) detailed[symbol.index] = !SourceOf(symbol).fields.empty();
  }
  std::vector<ErrorId> chain;
  for (ErrorId error : errors.ids()) {
    for (; error.has_value() && progress[error.index] == Progress::kNotStarted;
         error = errors[error].parent) {
      progress[error.index] = Progress::kDone;
      chain.push_back(error);
    }
    for (; !chain.empty(); chain.pop_back()) {
      const ErrorId parent = errors[chain.back()].parent;
      if (parent.has_value() && detailed[parent.index]) detailed[chain.back().index] = true;
    }
  }
  return detailed;
}

/// Records of the source and those for the details of errors, in one order of names.
void DeclareRecords(Context& context) {
  struct Entry {
    std::string name;
    SymbolId symbol;
    ErrorId error;
  };
  std::vector<Entry> entries;
  for (Named& named : Sorted(context, {SymbolKind::kRecord}))
    entries.push_back({std::move(named.name), named.symbol, {}});
  auto& declarations = context.declarations();
  const std::vector<bool> detailed = FindDetailed(context);
  for (const ErrorId error : declarations.errors.ids()) {
    if (detailed[error.index]) entries.push_back({declarations.errors[error].name + ".detail", {}, error});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  for (Entry& entry : entries) {
    types::Record record;
    record.name = std::move(entry.name);
    const types::RecordId id = declarations.records.Add(std::move(record));
    RecordSource& source = context.record_sources.emplace_back();
    if (entry.error.has_value()) {
      declarations.errors[entry.error].detail = context.types().Record(id);
      continue;
    }
    Symbol& symbol = context.symbol(entry.symbol);
    symbol.index = id.index;
    source = {static_cast<const syntax::RecordDeclaration*>(symbol.declaration), symbol.file,
              Progress::kNotStarted};
  }
}

/// Aliases and policies are no values of the mesh; they are numbered in the order of loading.
void NumberTheRest(Context& context) {
  for (const SymbolId id : context.table.symbols.ids()) {
    Symbol& symbol = context.symbol(id);
    if (symbol.kind == SymbolKind::kTypeAlias) {
      symbol.index = static_cast<std::uint32_t>(context.aliases.size());
      context.aliases.push_back({id, Progress::kNotStarted, {}});
    } else if (symbol.kind == SymbolKind::kPolicy) {
      symbol.index = static_cast<std::uint32_t>(context.policies.size());
      context.policies.emplace_back();
    }
  }
}

}  // namespace

void DeclareBuiltinErrors(Context& context) {
  for (std::uint32_t i = 0; i < kBuiltinErrors.size(); ++i) {
    context.builtin_errors.try_emplace(kBuiltinErrors[i].name, ErrorId{i});
  }
}

void DeclareNames(Context& context) {
  auto& declarations = context.declarations();
  DeclareErrors(context);
  LinkErrors(context);
  DeclareRecords(context);
  Declare(context, declarations.enums, {SymbolKind::kEnum}, kNothing);
  Declare(context, declarations.unions, {SymbolKind::kUnion}, kNothing);
  Declare(context, declarations.envelopes, {SymbolKind::kEnvelope}, kNothing);
  Declare(context, declarations.actors, {SymbolKind::kProcessor, SymbolKind::kRouter}, kNothing);
  Declare(context, context.program.flows, {SymbolKind::kFlow}, [](const Symbol& symbol, Flow& flow) {
    flow.declaration = static_cast<const syntax::FlowDeclaration*>(symbol.declaration);
  });
  Declare(context, declarations.flavors, {SymbolKind::kFlavor}, kNothing);
  Declare(context, declarations.deploys, {SymbolKind::kDeploy}, kNothing);
  NumberTheRest(context);
}

}  // namespace meshc::sema
