// What may be written where the cursor is, best first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"
#include "compiler/queries/cursor_context.h"

namespace meshc::queries {

enum class ItemKind : std::uint8_t {
  kKeyword,
  kStep,
  kField,
  kVariable,
  kType,
  kEnumValue,
  kError,
  kParam,
  kFunction,
  kFile,
  kProperty
};

struct CompletionItem {
  std::string label;
  ItemKind kind = ItemKind::kKeyword;
  std::string detail;
  int rank = 0;  ///< Smaller ones come first.
  const Declared* declared = nullptr;
  std::string insert;  ///< Empty: the label.
  std::string
      snippet;  ///< The same with `${1:…}` where something is to be filled in; empty: there is nothing.
  std::string alike;  ///< Those with the same are right or wrong together; empty: alone.
};

struct Completion {
  std::uint32_t begin = 0;  ///< What stands from here to the cursor is replaced.
  std::vector<CompletionItem> items;
  bool has_more = false;    ///< Less likely ones were left out: a longer word may bring them.
  bool wants_path = false;  ///< The path of an import: files are the asker's to list.
};

/// `text` is that of the cursor's file as it is now. Works in unfinished text: what may stand here is told by
/// the tokens before the cursor, names and types by what is known of the root.
Completion Complete(const CheckedRoot& root, Place place);

/// What the parts of an answer share.
class CompletionList {
 public:
  explicit CompletionList(const CheckedRoot& root, Place place, CursorContext context);

  const CheckedRoot& root() const { return root_; }
  Place place() const { return place_; }
  const CursorContext& context() const { return context_; }
  const types::Declarations& declarations() const { return root_.program()->declarations; }

  /// Good until the next one is added.
  CompletionItem& Add(std::string label, ItemKind kind, int rank, std::string detail = "",
                      const Declared* declared = nullptr);
  void AddWords(std::initializer_list<const char*> words, int rank = 5);
  void AddDeclared(std::initializer_list<DeclaredKind> kinds, ItemKind kind, int rank = 3);
  /// Those of an actor, flow, record ... by the name of its declaration.
  void AddParts(const Declared& of, DeclaredKind part, ItemKind kind, const Words& without, int rank = 1);
  /// Null: no declaration of one of the kinds bears the name.
  const Declared* Find(const std::string& name, std::initializer_list<DeclaredKind> kinds) const;
  /// The envelope of the flow, or of the scenario's flow, around the cursor; none: unknown.
  types::EnvelopeId envelope() const;
  /// What stands right behind the cursor.
  std::string_view behind() const;
  /// By slot of `envelope()`, where the cursor is; empty: unknown.
  const std::vector<analysis::Presence>& presences();

  std::vector<CompletionItem> Take();

 private:
  const CheckedRoot& root_;
  Place place_;
  CursorContext context_;
  std::optional<std::vector<analysis::Presence>> presences_;
  std::vector<CompletionItem> items_;
};

/// Fields, variables, functions and values; members behind a dot. `item`: the expression as far as it is
/// there.
void CompleteExpression(CompletionList& list, const Words& item);
/// The names of the record, union, results or fields whose literal the cursor is in. False: it is in none, or
/// behind a colon.
bool CompleteLiteral(CompletionList& list);
/// Of the value behind `item`, which stands in the innermost bracket; none: unknown.
types::TypeId ExpectedType(CompletionList& list, const Words& item);
/// Values of an enum, best first of all.
void AddValuesOf(CompletionList& list, types::TypeId type);
/// For a value: before a dot the enums, else their values by full name.
void AddEnums(CompletionList& list, int rank);
/// Declared and built-in ones.
void AddTypes(CompletionList& list);
/// The type that a path like `inquiry.text` has; none: unknown.
types::TypeId TypeOfPath(CompletionList& list, Words path);
/// Of `envelope()`, those that are present first. `read`: their values are wanted, so that those of one type
/// are alike.
void AddFields(CompletionList& list, bool read = false);
/// Built-in functions of a field that they take.
void AddFunctions(CompletionList& list);
/// Declared ones, then built-in ones.
void AddErrors(CompletionList& list);
/// Of the number that the cursor is at the end of, by what stands before it in `item`.
void AddUnitsOf(CompletionList& list, const Words& item);
void CompleteStatement(CompletionList& list, const Words& item);
void CompleteInScenario(CompletionList& list);
void CompleteInDeclaration(CompletionList& list);
void CompleteInDeploy(CompletionList& list);

}  // namespace meshc::queries
