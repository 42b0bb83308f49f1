// Statements of a flow body, as written.
#pragma once

#include "compiler/syntax/expression.h"
#include "compiler/syntax/type_expression.h"

namespace meshc::syntax {

enum class StatementKind : std::uint8_t {
#define MESHC_STATEMENT(Kind) k##Kind,
#include "compiler/syntax/nodes.def"
};

struct Statement : Node {
  StatementKind kind;
  SyntaxId id;

 protected:
  explicit Statement(StatementKind k) : kind(k), id(0) {}
};

/// `{ ... }`. A block has no scope of its own.
struct Block : Node {
  llvm::ArrayRef<const Statement*> statements;
};

/// `param: expr` in a call.
struct BindingArgument : Node {
  Identifier param;
  const Expression* value = nullptr;
};

/// `result: field` after `as`; the single form `as field` has an empty `result`; `_` drops.
struct ResultTarget : Node {
  Identifier result;
  Identifier field;
  bool dropped = false;
};

enum class BackoffWord : std::uint8_t { kNone, kConstant, kLinear, kExponential };

/// `retry N [backoff ...] [jitter] [on e, ...]` or `retry policy_name`. Absent if `present` is false.
struct RetryClause : Node {
  bool present = false;
  QualifiedName policy;  ///< Empty name: the clause is written out.
  Quantity attempts;
  BackoffWord backoff = BackoffWord::kNone;
  Quantity delay;
  bool has_max_delay = false;
  Quantity max_delay;
  bool jitter = false;
  llvm::ArrayRef<QualifiedName> errors;
};

/// A duration option. Absent if `present` is false.
struct DurationClause : Node {
  bool present = false;
  Quantity value;
};

/// One call of an actor or a flow: `a(x: e) as { r: f } timeout 5s retry 2`.
struct Call : Node {
  SyntaxId id = 0;
  QualifiedName callee;
  bool has_arguments = false;  ///< `a()` differs from `a` for flows on no envelope change.
  llvm::ArrayRef<BindingArgument> arguments;
  bool has_as = false;
  llvm::ArrayRef<ResultTarget> results;
  DurationClause timeout;
  RetryClause retry;
};

#define MESHC_STATEMENT_KIND(Kind)                         \
  Kind##Statement() : Statement(StatementKind::k##Kind) {} \
  static bool classof(const Statement* node) { return node->kind == StatementKind::k##Kind; }

struct InvalidStatement : Statement {
  MESHC_STATEMENT_KIND(Invalid)
};
struct EmptyStatement : Statement {
  MESHC_STATEMENT_KIND(Empty)
};

/// `a;` or `a -> b -> c;`
struct ChainStatement : Statement {
  MESHC_STATEMENT_KIND(Chain)
  bool optional = false;  ///< The prefix `optional`: legal as a branch only.
  SourceRange optional_range;
  llvm::ArrayRef<Call> calls;
};

enum class SetOperator : std::uint8_t { kAssign, kAdd, kSubtract, kMultiply };

/// `set f.a.b = expr;`
struct SetStatement : Statement {
  MESHC_STATEMENT_KIND(Set)
  llvm::ArrayRef<Identifier> target;  ///< Field first, then members.
  SetOperator op = SetOperator::kAssign;
  const Expression* value = nullptr;
};

struct IfArm : Node {
  const Expression* condition = nullptr;  ///< Null: the final else.
  Block body;
};

struct IfStatement : Statement {
  MESHC_STATEMENT_KIND(If)
  llvm::ArrayRef<IfArm> arms;  ///< if, else if ..., else.
};

/// A match pattern: a literal, a bare name (enum value or tag), `Enum.value`, or `_`.
struct Pattern : Node {
  bool rest = false;
  const Expression* value = nullptr;  ///< Literal, Name or Member; null if `rest`.
};

struct MatchArm : Node {
  llvm::ArrayRef<Pattern> patterns;
  const Statement* body = nullptr;  ///< A simple statement or a BlockStatement.
};

struct MatchStatement : Statement {
  MESHC_STATEMENT_KIND(Match)
  const Expression* subject = nullptr;
  llvm::ArrayRef<MatchArm> arms;
};

struct RouteArm : Node {
  llvm::ArrayRef<Identifier> labels;
  const Statement* body = nullptr;
};

struct RouteStatement : Statement {
  MESHC_STATEMENT_KIND(Route)
  Call router;
  llvm::ArrayRef<RouteArm> arms;
};

struct FollowStatement : Statement {
  MESHC_STATEMENT_KIND(Follow)
  Call router;
};

/// `max N`. `range` of an absent one is where it belongs.
struct CountClause : Node {
  bool present = false;
  std::int64_t value = 0;
};

struct WhileStatement : Statement {
  MESHC_STATEMENT_KIND(While)
  const Expression* condition = nullptr;
  CountClause max;
  Block body;
  bool has_else = false;
  Block else_body;
};

struct RepeatStatement : Statement {
  MESHC_STATEMENT_KIND(Repeat)
  CountClause max;
  Block body;
  const Expression* until = nullptr;
  bool has_else = false;
  Block else_body;
};

struct LoopStatement : Statement {
  MESHC_STATEMENT_KIND(Loop)
  CountClause max;
  Block body;
  bool has_else = false;
  Block else_body;
};

struct BreakStatement : Statement {
  MESHC_STATEMENT_KIND(Break)
};
struct ContinueStatement : Statement {
  MESHC_STATEMENT_KIND(Continue)
};
struct ReturnStatement : Statement {
  MESHC_STATEMENT_KIND(Return)
};

enum class WaitKind : std::uint8_t { kAll, kAny, kCount };

struct WaitClause : Node {
  bool present = false;
  WaitKind kind = WaitKind::kAll;
  std::int64_t count = 0;
};

struct Branch : Node {
  bool optional = false;
  const Statement* body = nullptr;
};

struct ParallelStatement : Statement {
  MESHC_STATEMENT_KIND(Parallel)
  WaitClause wait;
  DurationClause timeout;
  llvm::ArrayRef<Branch> branches;
};

struct CollectClause : Node {
  Identifier from;
  Identifier into;
};

struct EachStatement : Statement {
  MESHC_STATEMENT_KIND(Each)
  Identifier variable;
  const Expression* list = nullptr;
  CountClause max;
  CountClause width;
  WaitClause wait;
  DurationClause timeout;
  Block body;
  llvm::ArrayRef<CollectClause> collects;
};

/// `on e, f as v { ... }`
struct OnClause : Node {
  SyntaxId id = 0;
  llvm::ArrayRef<QualifiedName> errors;  ///< `any` is a name like the others.
  Identifier variable;                   ///< Empty: none.
  Block body;
};

/// Clauses of a `try` and of a flow.
struct Guards {
  llvm::ArrayRef<OnClause> clauses;
  bool has_finally = false;
  SourceRange finally_range;  ///< The word.
  Block finally_body;
};

struct TryStatement : Statement {
  MESHC_STATEMENT_KIND(Try)
  Block body;
  Guards guards;
};

/// `raise e("m") { f: x };` or `raise;`
struct RaiseStatement : Statement {
  MESHC_STATEMENT_KIND(Raise)
  bool again = false;  ///< `raise;`
  QualifiedName error;
  const Expression* message = nullptr;       ///< Null: none.
  const RecordExpression* fields = nullptr;  ///< Null: none.
};

struct SagaStatement : Statement {
  MESHC_STATEMENT_KIND(Saga)
  Block body;
};

struct TapStatement : Statement {
  MESHC_STATEMENT_KIND(Tap)
  Call call;
};

struct AwaitStatement : Statement {
  MESHC_STATEMENT_KIND(Await)
  Identifier signal;
  const TypeExpression* type = nullptr;
  Identifier field;
  DurationClause timeout;
  bool has_else = false;
  Block else_body;
};

/// A bare `{ ... }`.
struct BlockStatement : Statement {
  MESHC_STATEMENT_KIND(Block)
  Block block;
};

}  // namespace meshc::syntax
