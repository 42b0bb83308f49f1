// The kinds of expressions and what each is like, from the one table of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace meshc::ir {

enum class ExpressionKind : std::uint8_t {
#define MESHC_IR_EXPRESSION(Kind, Class, fewest, most, sign) k##Kind,
#include "compiler/ir/expression_kinds.def"
};

/// Kinds that most passes treat alike.
enum class ExpressionClass : std::uint8_t {
  kConstant,
  kRoot,      ///< Where a path begins that may be followed.
  kArgument,  ///< Of an actor.
  kLink,      ///< Of a path, to the right of operand 0.
  kHas,
  kConditional,
  kOr,
  kAnd,
  kEquality,
  kComparison,
  kCoalesce,
  kSum,
  kProduct,
  kPrefix,
  kConversion,
  kComposite,  ///< A value made of its operands.
  kCall,
};

/// The most operands of a kind that takes as many as there are.
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

struct ExpressionTraits {
  ExpressionClass expression_class;
  std::size_t fewest;  ///< Operands.
  std::size_t most;
  const char* sign;  ///< Before or between its operands; empty: none.
};

inline constexpr ExpressionTraits kExpressionTraits[] = {
#define MESHC_IR_EXPRESSION(Kind, Class, fewest, most, sign) {ExpressionClass::k##Class, fewest, most, sign},
#include "compiler/ir/expression_kinds.def"
};

constexpr const ExpressionTraits& TraitsOf(ExpressionKind kind) {
  return kExpressionTraits[static_cast<std::size_t>(kind)];
}

constexpr ExpressionClass ClassOf(ExpressionKind kind) { return TraitsOf(kind).expression_class; }

/// A field, a variable or a caught error, or what links lead to from one: it may be there or not.
constexpr bool IsPath(ExpressionKind kind) {
  return ClassOf(kind) == ExpressionClass::kRoot || ClassOf(kind) == ExpressionClass::kLink;
}

/// Links and infix operators: chains of them, to the right of operand 0, may be many thousands long.
constexpr bool StandsRightOfOperand(ExpressionKind kind) {
  const ExpressionTraits& traits = TraitsOf(kind);
  return traits.expression_class == ExpressionClass::kLink || (*traits.sign != '\0' && traits.fewest == 2);
}

}  // namespace meshc::ir
