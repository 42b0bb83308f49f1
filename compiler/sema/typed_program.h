// The typed program: the ASTs of all files with names resolved and types known.
//
// Declarations become values of `types`; flow bodies stay AST, with what was found out about
// them in side tables keyed by file and SyntaxId. The ASTs are untouched.
//
// Presence is not decided here: a read of a field or of `T?` is accepted wherever `T` is needed,
// and keeps its declared type (`T?`) in its facts. Whether the value is there, written once and
// reachable is found by `analysis` on the lowered graph, for every flow that is not lost.
// `??` and `has` have the type of the value that is there.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/file_system.h"
#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"
#include "compiler/types/declarations.h"

namespace meshc::sema {

using types::ActorId;
using types::EnvelopeId;
using types::ErrorId;
using types::FlowId;
using types::TypeId;
using VariableId = Id<struct VariableTag>;  ///< `each` and clause variables, numbered per flow.

/// What a name, a member or a call of a function means.
enum class ReferenceKind : std::uint8_t {
  kNone,      ///< Literals, operators; or already reported.
  kField,     ///< Envelope field, `index` is its slot.
  kParam,     ///< Param of a stubbed actor, `index`.
  kVariable,  ///< `each` variable.
  kClause,    ///< Clause variable itself; legal only below a member.
  kCaughtName,
  kCaughtMessage,
  kCaughtActor,
  kCaughtDetail,  ///< `v.name` ...; `variable` is v.
  kMember,        ///< Record member `index`.
  kTag,           ///< Union tag `index`.
  kJsonMember,    ///< Member of a json value.
  kEnumValue,     ///< `index` of the value in the enum `type`.
  kEnumType,      ///< The `Tone` of `Tone.calm`.
  kFunction,      ///< `index` is a Function.
};

/// Built-in functions, in the order of `mesh::contract::Function`.
enum class Function : std::uint8_t {
  kLen,
  kHas,
  kLower,
  kUpper,
  kTrim,
  kContains,
  kStartsWith,
  kEndsWith,
  kMatches,
  kMin,
  kMax,
  kAbs,
  kToInt,
  kToFloat,
  kToString,
};

struct ExpressionFacts {
  TypeId type;  ///< kInvalid: already reported.
  ReferenceKind reference = ReferenceKind::kNone;
  std::uint32_t index = 0;
  VariableId variable;
  bool to_float = false;  ///< An int whose value is used as a float.
};

/// How one param of a call gets its value.
struct ParamSource {
  enum class Kind : std::uint8_t {
    kExpression,
    kField,
    kVariable,
    kDefault,
    kNothing,
    kCallParam,   ///< Of an undo: what param `index` of the call was given.
    kCallResult,  ///< Of an undo: result `index` of the call.
    kInvalid
  } kind = Kind::kInvalid;
  const syntax::Expression* expression = nullptr;
  std::uint32_t field = 0;
  std::uint32_t index = 0;
  VariableId variable;
};

/// Where one result of a call goes: a field of the flow's envelope, or nowhere.
struct ResultSink {
  std::optional<std::uint32_t> field;
  bool invalid = false;
};

/// What a call calls. Exactly one of `actor` and `flow` is set unless it was reported.
struct CallFacts {
  ActorId actor;
  FlowId flow;
  bool own_envelope = false;        ///< A flow call on a fresh payload.
  std::vector<ParamSource> params;  ///< One per param; own envelope: one per field of the callee's.
  std::vector<ResultSink> results;  ///< One per result; own envelope: one per field of the callee's.
  std::vector<ParamSource> undo;    ///< One per param of the actor's undo; empty: no saga is around.
  std::optional<std::int64_t> timeout_ns;
  std::optional<types::Retry> retry;
};

/// Facts of statements that need more than their expressions.
struct SetFacts {
  std::optional<std::uint32_t> field;  ///< None: already reported.
  std::vector<std::uint32_t> path;     ///< Member indices below it.
  bool append = false;                 ///< `+=` on a log or list: one element.
  TypeId target;                       ///< Type of what is assigned (the element, if `append`).
};

struct MatchFacts {
  /// Per arm, per pattern: the constant (an enum value or union tag is its name); none for `_`.
  std::vector<std::vector<std::optional<types::Constant>>> patterns;
  bool on_union = false;
};

struct RouteFacts {
  std::vector<std::vector<std::uint32_t>> labels;  ///< Per arm: label indices.
};

/// How each listed step of a plan router is called at a `follow`; the router's own call has its own facts.
struct FollowFacts {
  std::vector<CallFacts> steps;
};

struct EachFacts {
  VariableId variable;
  TypeId element;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> collects;  ///< Slots: from, into.
};

struct AwaitFacts {
  TypeId type;
  std::optional<std::uint32_t> field;  ///< None: already reported.
  std::int64_t timeout_ns = 0;
};

struct RaiseFacts {
  ErrorId error;
  /// Per field of the error: the expression, or none for its default.
  std::vector<const syntax::Expression*> fields;
};

struct ClauseFacts {
  std::vector<ErrorId> errors;
  VariableId variable;
};

/// What later stages can make of a flow although the run has errors.
enum class Health : std::uint8_t {
  kSound,    ///< Neither it nor what it uses, directly or not, has an error.
  kDamaged,  ///< Errors stand in statements of it, or of flows that it calls: these are gaps.
  kLost,     ///< Nothing is known of it.
};

enum class Damage : std::uint8_t {
  kOwn,    ///< The error stands in the statement: what it calls is as declared.
  kByUse,  ///< Nothing is known of what it calls.
};

struct Flow {
  std::string name;
  const syntax::FlowDeclaration* declaration = nullptr;
  EnvelopeId envelope;
  std::int64_t sla_ns = 0;  ///< 0: none.
  types::Origin origin;
  std::uint32_t variable_count = 0;
  bool in_saga = false;  ///< Called, directly or not, from within a saga.
  Health health = Health::kSound;
};

struct StubAnswer {
  const syntax::StubAnswer* syntax = nullptr;
  std::vector<std::optional<types::Constant>> results;  ///< Per result; none: the zero of its type.
  ErrorId error;
  std::string message;
  std::uint32_t label = 0;
  std::vector<std::string> steps;
};

struct Stub {
  ActorId actor;
  const syntax::Expression* when = nullptr;
  std::vector<StubAnswer> answers;
};

struct Signal {
  std::string name;
  types::Constant value;
};

struct Scenario {
  const syntax::ScenarioDeclaration* declaration = nullptr;
  FlowId flow;
  std::vector<std::pair<std::uint32_t, types::Constant>> given;  ///< Slot and value.
  std::vector<Stub> stubs;
  std::vector<Signal> signals;
  std::optional<std::vector<ActorId>> visits;
  ErrorId outcome;  ///< None: succeeded.
  std::vector<const syntax::Expression*> expectations;
  std::vector<std::uint32_t> absent;
  std::optional<std::uint32_t> max_hops;
};

/// Facts of one file, indexed by SyntaxId; entries of ids of another kind stay empty.
struct FileFacts {
  std::vector<ExpressionFacts> expressions;
  std::vector<std::uint32_t> index;  ///< Of calls and statements into the stores below; kNone: none.
};

/// Always usable: what was reported is marked invalid. Owns the ASTs.
struct TypedProgram {
  std::vector<syntax::File> files;  ///< The root first, then imports in load order.
  types::Declarations declarations;
  Store<FlowId, Flow> flows;        ///< Sorted by name.
  std::vector<Scenario> scenarios;  ///< Of the root file only, in source order.
  std::vector<FileFacts> facts;     ///< By FileId.
  /// Statements that have an error, or use something that has one.
  llvm::DenseMap<const syntax::Statement*, Damage> damaged;
  /// A declaration, or the end of a flow, may be missing: nobody knows what it would call.
  bool lacks_text = false;

  std::vector<CallFacts> calls;
  std::vector<SetFacts> sets;
  std::vector<MatchFacts> matches;
  std::vector<RouteFacts> routes;
  std::vector<FollowFacts> follows;
  std::vector<EachFacts> eaches;
  std::vector<AwaitFacts> awaits;
  std::vector<RaiseFacts> raises;
  std::vector<ClauseFacts> clauses;

  const ExpressionFacts& FactsOf(const syntax::Expression& e) const {
    return facts[e.range.file.index].expressions[e.id];
  }
  const CallFacts& FactsOf(const syntax::Call& n) const { return calls[IndexOf(n.range, n.id)]; }
  const SetFacts& FactsOf(const syntax::SetStatement& n) const { return sets[IndexOf(n.range, n.id)]; }
  const MatchFacts& FactsOf(const syntax::MatchStatement& n) const { return matches[IndexOf(n.range, n.id)]; }
  const RouteFacts& FactsOf(const syntax::RouteStatement& n) const { return routes[IndexOf(n.range, n.id)]; }
  const FollowFacts& FactsOf(const syntax::FollowStatement& n) const {
    return follows[IndexOf(n.range, n.id)];
  }
  const EachFacts& FactsOf(const syntax::EachStatement& n) const { return eaches[IndexOf(n.range, n.id)]; }
  const AwaitFacts& FactsOf(const syntax::AwaitStatement& n) const { return awaits[IndexOf(n.range, n.id)]; }
  const RaiseFacts& FactsOf(const syntax::RaiseStatement& n) const { return raises[IndexOf(n.range, n.id)]; }
  const ClauseFacts& FactsOf(const syntax::OnClause& n) const { return clauses[IndexOf(n.range, n.id)]; }

 private:
  std::uint32_t IndexOf(source::SourceRange range, syntax::SyntaxId id) const {
    return facts[range.file.index].index[id];
  }
};

/// What the root file may be.
enum class RootKind : std::uint8_t {
  kMesh,           ///< It starts with a `mesh` line, or that is an error.
  kMeshOrLibrary,  ///< Without one it is there to be imported: what it declares may go unused.
};

/// Resolves names, builds declarations and types every expression, statement and scenario.
/// Jumps and the exhaustiveness of `match` and `route` are checked here too, on the AST.
/// `sources` gives `given file` its text through `file_system`.
TypedProgram Check(std::vector<syntax::File> files, const source::SourceManager& sources,
                   const source::FileSystem& file_system, diagnostics::Diagnostics& diagnostics,
                   RootKind root = RootKind::kMesh);

/// Stable text for `--print symbols` and `--print types`.
std::string PrintSymbols(const TypedProgram& program);
std::string PrintTypes(const TypedProgram& program, const source::SourceManager& sources);

}  // namespace meshc::sema
