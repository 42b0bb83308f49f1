// Expressions of the Flow language, as written.
#pragma once

#include "compiler/syntax/node.h"

namespace meshc::syntax {

enum class ExpressionKind : std::uint8_t {
#define MESHC_EXPRESSION(Kind) k##Kind,
#include "compiler/syntax/nodes.def"
};

/// Parentheses leave no node; `range` of the inner one covers the inner text only.
struct Expression : Node {
  ExpressionKind kind;
  SyntaxId id;

 protected:
  explicit Expression(ExpressionKind k) : kind(k), id(0) {}
};

#define MESHC_EXPRESSION_KIND(Kind)                           \
  Kind##Expression() : Expression(ExpressionKind::k##Kind) {} \
  static bool classof(const Expression* node) { return node->kind == ExpressionKind::k##Kind; }

/// Recovery happened here; already reported.
struct InvalidExpression : Expression {
  MESHC_EXPRESSION_KIND(Invalid)
};

enum class LiteralKind : std::uint8_t { kNull, kBool, kInt, kFloat, kString, kQuantity };

/// A literal. A minus before a number is folded into it.
struct LiteralExpression : Expression {
  MESHC_EXPRESSION_KIND(Literal)
  LiteralKind literal = LiteralKind::kNull;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  llvm::StringRef string;  ///< Escapes resolved.
  Quantity quantity;
};

/// A bare name: a field, a variable, a param (in stubs) or an enum value.
struct NameExpression : Expression {
  MESHC_EXPRESSION_KIND(Name)
  Identifier name;
};

/// `base.name`; also `Tone.calm`, and `alias.Tone.calm` as Member(Member(Name)).
struct MemberExpression : Expression {
  MESHC_EXPRESSION_KIND(Member)
  const Expression* base = nullptr;
  Identifier name;
};

struct IndexExpression : Expression {
  MESHC_EXPRESSION_KIND(Index)
  const Expression* base = nullptr;
  const Expression* index = nullptr;
};

enum class UnaryOperator : std::uint8_t { kNot, kNegate };

struct UnaryExpression : Expression {
  MESHC_EXPRESSION_KIND(Unary)
  UnaryOperator op = UnaryOperator::kNot;
  const Expression* operand = nullptr;
};

enum class BinaryOperator : std::uint8_t {
  kMultiply,
  kDivide,
  kRemainder,
  kAdd,
  kSubtract,
  kCoalesce,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
};

struct BinaryExpression : Expression {
  MESHC_EXPRESSION_KIND(Binary)
  BinaryOperator op = BinaryOperator::kAdd;
  SourceRange op_range;
  const Expression* left = nullptr;
  const Expression* right = nullptr;
};

struct ConditionalExpression : Expression {
  MESHC_EXPRESSION_KIND(Conditional)
  const Expression* condition = nullptr;
  const Expression* then_value = nullptr;
  const Expression* else_value = nullptr;
};

/// A call of a built-in function.
struct CallExpression : Expression {
  MESHC_EXPRESSION_KIND(Call)
  Identifier function;
  llvm::ArrayRef<const Expression*> arguments;
};

struct ListExpression : Expression {
  MESHC_EXPRESSION_KIND(List)
  llvm::ArrayRef<const Expression*> elements;
};

/// `{ a: 1, "k": 2 }`: a record, a map or a union, by the type that is expected.
struct RecordEntry : Node {
  Identifier key;  ///< For a string key: its value, escapes resolved.
  bool key_is_string = false;
  const Expression* value = nullptr;
};

struct RecordExpression : Expression {
  MESHC_EXPRESSION_KIND(Record)
  llvm::ArrayRef<RecordEntry> entries;
};

}  // namespace meshc::syntax
