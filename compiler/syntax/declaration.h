// Top-level declarations, as written.
#pragma once

#include "compiler/syntax/expression.h"
#include "compiler/syntax/scenario.h"
#include "compiler/syntax/statement.h"
#include "compiler/syntax/type_expression.h"

namespace meshc::syntax {

enum class DeclarationKind : std::uint8_t {
#define MESHC_DECLARATION(Kind) k##Kind,
#include "compiler/syntax/nodes.def"
};

/// `@name(args)`. Arguments are literals or names.
struct Annotation : Node {
  Identifier name;
  llvm::ArrayRef<const Expression*> arguments;
};

/// What may stand before a declaration, a field, a member or an enum value.
struct Leading {
  llvm::StringRef doc;  ///< Joined `///` lines without markers; empty: none.
  llvm::ArrayRef<Annotation> annotations;
};

struct Declaration : Node {
  DeclarationKind kind;
  Identifier name;
  Leading leading;
  bool recovered = false;  ///< It has syntax errors, so parts of it may be missing.

 protected:
  explicit Declaration(DeclarationKind k) : kind(k) {}
};

#define MESHC_DECLARATION_KIND(Kind)                             \
  Kind##Declaration() : Declaration(DeclarationKind::k##Kind) {} \
  static bool classof(const Declaration* node) { return node->kind == DeclarationKind::k##Kind; }

/// `import std.x;` or `import "p.flow" as p;`. `name` is the alias, maybe empty.
struct ImportDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Import)
  bool is_path = false;
  llvm::StringRef target;  ///< The path, or the dotted name.
  SourceRange target_range;
};

struct TypeAliasDeclaration : Declaration {
  MESHC_DECLARATION_KIND(TypeAlias)
  const TypeExpression* type = nullptr;
};

/// A record member, union tag, param, result or error field.
struct MemberDeclaration : Node {
  Leading leading;
  Identifier name;
  const TypeExpression* type = nullptr;
  const Expression* default_value = nullptr;  ///< Null: none.
};

struct RecordDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Record)
  llvm::ArrayRef<MemberDeclaration> members;
  llvm::ArrayRef<Identifier> reserved;
};

struct ValueDeclaration : Node {
  Leading leading;
  Identifier name;
};

struct EnumDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Enum)
  bool open = false;
  llvm::ArrayRef<ValueDeclaration> values;
};

struct UnionDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Union)
  llvm::ArrayRef<MemberDeclaration> tags;
};

enum class ModeWord : std::uint8_t { kIn, kOut, kVar, kLog };

struct Mode : Node {
  ModeWord word = ModeWord::kIn;
};

struct FieldDeclaration : Node {
  Leading leading;
  llvm::ArrayRef<Mode> modes;  ///< As written; legality is checked by sema.
  Identifier name;
  const TypeExpression* type = nullptr;
  const Expression* default_value = nullptr;
};

struct EnvelopeDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Envelope)
  llvm::ArrayRef<FieldDeclaration> fields;
  llvm::ArrayRef<Identifier> reserved;
};

enum class ClassWord : std::uint8_t { kNone, kRetriable, kRecoverable, kFatal };

struct ErrorDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Error)
  QualifiedName parent;  ///< Empty name: a root.
  ClassWord error_class = ClassWord::kNone;
  SourceRange class_range;
  llvm::ArrayRef<MemberDeclaration> fields;
};

enum class EffectWord : std::uint8_t { kNone, kIdempotent, kAtLeastOnce };

enum class PropertyKind : std::uint8_t { kRaises, kTimeout, kRetry, kEffect, kUndo, kConcurrency };

/// One property of an actor. Only the members of its kind are set; duplicates are sema's.
struct Property : Node {
  PropertyKind kind = PropertyKind::kRaises;
  llvm::ArrayRef<QualifiedName> raises;
  DurationClause timeout;
  RetryClause retry;
  EffectWord effect = EffectWord::kNone;
  llvm::ArrayRef<Identifier> effect_path;  ///< `by a.b`; empty: none.
  bool effect_shared = false;
  QualifiedName undo;
  CountClause concurrency;
};

struct ProcessorDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Processor)
  llvm::ArrayRef<MemberDeclaration> params;
  llvm::ArrayRef<MemberDeclaration> results;
  llvm::ArrayRef<Property> properties;
};

struct RouterDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Router)
  llvm::ArrayRef<MemberDeclaration> params;
  bool is_plan = false;
  llvm::ArrayRef<ValueDeclaration> labels;  ///< Choice.
  llvm::ArrayRef<QualifiedName> steps;      ///< Plan.
  CountClause max;                          ///< Plan.
  llvm::ArrayRef<Property> properties;
};

struct PolicyDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Policy)
  RetryClause retry;
};

struct FlowDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Flow)
  QualifiedName envelope;
  DurationClause sla;
  SourceRange header;  ///< From `flow` to before `{`.
  Block body;
  Guards guards;
};

struct ScenarioDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Scenario)
  llvm::StringRef title;
  SourceRange title_range;
  QualifiedName flow;
  llvm::ArrayRef<const ScenarioItem*> items;
};

/// A setting inside a flavor or deploy: a tree of words, literals and blocks, whose meaning is
/// the business of sema: `scale 0..5 per 1;`, `transport nats { url "..."; }`.
/// Signs (`..`, `:`, `,`, `.`, `-`) are words of their own. A list of lanes is a block of words.
struct Setting : Node {
  llvm::ArrayRef<const Expression*> words;  ///< Names, signs and literals, in order.
  bool has_block = false;
  llvm::ArrayRef<Setting> block;
  llvm::ArrayRef<const Expression*> tail;  ///< Behind the block: `lanes { a, b } policy weighted 9:1;`.
};

struct FlavorDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Flavor)
  llvm::ArrayRef<Setting> settings;
};

struct DeployDeclaration : Declaration {
  MESHC_DECLARATION_KIND(Deploy)
  llvm::StringRef mesh;  ///< Dotted name after `for`.
  SourceRange mesh_range;
  llvm::ArrayRef<Setting> settings;
};

}  // namespace meshc::syntax
