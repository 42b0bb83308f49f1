// What all checks of one run share.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <cstdint>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/sema/names/elsewhere.h"
#include "compiler/sema/names/mentions.h"
#include "compiler/sema/names/symbols.h"
#include "compiler/sema/reach/flow_sites.h"
#include "compiler/sema/typed_program.h"

namespace meshc::sema {

namespace diag = diagnostics::diag;
using diagnostics::Lexeme;
using diagnostics::Name;
using diagnostics::NameList;
using diagnostics::Number;
using diagnostics::Reason;
using diagnostics::TypeText;
using diagnostics::Word;
using source::FileId;
using source::SourceRange;

/// The place of each member, value, tag or field in its declaration, by name.
using NameIndex = llvm::StringMap<std::uint32_t>;

enum class Progress : std::uint8_t { kNotStarted, kRunning, kDone };

/// One mention of a declared name.
struct Use {
  SourceRange range;
  SymbolId symbol;
};

/// A type alias: resolved when it is first needed.
struct Alias {
  SymbolId symbol;
  Progress progress = Progress::kNotStarted;
  TypeId type;
};

/// A record whose declaration is in source, with how far its defaults are evaluated.
struct RecordSource {
  const syntax::RecordDeclaration* declaration = nullptr;  ///< Null: the detail of an error.
  FileId file;
  Progress defaults = Progress::kNotStarted;
};

/// One step that a plan router lists. Exactly one of `actor` and `flow` is set.
struct PlanStep {
  ActorId actor;
  FlowId flow;
  SourceRange range;
};

/// Lives for one call of Check. Everything is reached by index; nothing here is global.
struct Context {
  Context(TypedProgram& typed, const source::SourceManager& manager, const source::FileSystem& files,
          diagnostics::Diagnostics& sink)
      : program(typed), sources(manager), file_system(files), diagnostics(sink) {}

  TypedProgram& program;
  const source::SourceManager& sources;
  const source::FileSystem& file_system;
  diagnostics::Diagnostics& diagnostics;

  SymbolTable table;
  llvm::StringMap<ErrorId> builtin_errors;
  std::vector<Alias> aliases;                ///< Symbol::index of a type alias.
  std::vector<RecordSource> record_sources;  ///< By RecordId.
  std::vector<types::Retry> policies;        ///< Symbol::index of a policy.

  std::vector<NameIndex> record_members;  ///< By RecordId, and so on.
  std::vector<NameIndex> enum_values;
  std::vector<NameIndex> union_tags;
  std::vector<NameIndex> envelope_fields;
  std::vector<std::vector<bool>> used_fields;  ///< By EnvelopeId and slot.

  std::vector<Use> uses;                     ///< In the order of discovery, like the next.
  Mentions mentions;                         ///< Of all else: fields, members, params, labels ...
  std::vector<std::vector<PlanStep>> plans;  ///< By ActorId; as `Actor::steps`.
  llvm::StringSet<> torn;  ///< Names of declarations whose text has errors: parts may be missing.
  std::vector<std::size_t> follow_ups;  ///< Findings that are told only if nothing is torn, by index.
  llvm::StringSet<> broken_undos;       ///< Processors whose `undo` was reported.
  FlowSites sites;
  Elsewhere elsewhere;  ///< Of bodies that were left out.
  /// Scenarios mention names without using them: what only a scenario mentions is unused.
  bool in_scenario = false;
  /// Comparing names is dear: a run with thousands of unknown names suggests for the first ones.
  std::uint32_t suggestions_left = 200;
  /// The root has no `mesh` line, and needs none.
  bool is_library = false;

  types::Declarations& declarations() { return program.declarations; }
  types::TypeStore& types() { return program.declarations.types; }
  ExpressionFacts& FactsOf(const syntax::Expression& e) {
    return program.facts[e.range.file.index].expressions[e.id];
  }
  /// Records where the facts of a call or statement stand.
  void SetIndex(SourceRange range, syntax::SyntaxId id, std::size_t index) {
    program.facts[range.file.index].index[id] = static_cast<std::uint32_t>(index);
  }
  CallFacts& FactsAt(const FactsPlace& place) {
    return place.step ? program.follows[place.index].steps[*place.step] : program.calls[place.index];
  }
  /// What was reported last lacks nothing, perhaps, once the text of the declaration of `whole` is mended.
  void FollowsFrom(llvm::StringRef whole) {
    if (torn.contains(whole)) follow_ups.push_back(diagnostics.all().size() - 1);
  }
  Symbol& symbol(SymbolId id) { return table.symbols[id]; }
  /// Notes what a place names, if that has a declaration in source.
  void Mention(SourceRange range, SourceRange declared, Access access = Access::kPlain, bool is_use = true) {
    if (declared.has_value()) mentions.push_back({range, declared, access, is_use});
  }
};

/// The type as the user would write it.
inline TypeText Show(Context& context, TypeId type) {
  return {types::PrintType(context.program.declarations, type)};
}
inline Name NameOf(const syntax::Identifier& name) { return {name.text.str()}; }

}  // namespace meshc::sema
