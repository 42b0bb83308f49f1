// Typed expressions of the mesh IR: small, resolved, independent of syntax.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>

#include "compiler/source/source_range.h"
#include "compiler/support/id.h"
#include "compiler/types/constant.h"
#include "compiler/types/type.h"

namespace meshc::ir {

using ExpressionId = Id<struct ExpressionTag>;

enum class ExpressionKind : std::uint8_t {
  kConstant,    ///< `constant`
  kField,       ///< Payload slot `index`.
  kParam,       ///< Argument `index` of an actor: effect keys, stub conditions.
  kVariable,    ///< `each` variable `index`; `constant` is its name.
  kCaught,      ///< Of the clause frame `index` clauses up (0: the innermost): `part`; `constant` names it.
  kMember,      ///< Record member `index` of operand 0.
  kTag,         ///< Value of union tag `index` of operand 0.
  kJsonMember,  ///< Member named by `constant` of operand 0.
  kIndex,       ///< Element of operand 0 at operand 1: list, map or json.
  kHas,         ///< Operand 0, a path or what `?:` and `??` make of paths, finds a value; bool.
  kCoalesce,    ///< Operand 0 if every link of its path is present, else operand 1.
  kNot,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,  ///< Operand 0 in operand 1.
  kAnd,
  kOr,           ///< Short-circuit.
  kConditional,  ///< Operand 0 ? 1 : 2.
  kToFloat,      ///< The int operand 0 as a float.
  kList,
  kRecord,  ///< One operand per member of `type`; absent ones are null constants.
  kUnion,   ///< Tag `index` with operand 0.
  kMap,     ///< Operands alternate: key, value.
  kCall,    ///< Function `index`, a Function.
};

/// Built-in functions, in the order of `mesh::contract::Function`; `has` is kHas.
enum class Function : std::uint8_t {
  kLen,
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

enum class CaughtPart : std::uint8_t { kName, kMessage, kActor, kDetail };

struct Expression {
  ExpressionKind kind = ExpressionKind::kConstant;
  types::TypeId type;
  std::uint32_t index = 0;
  CaughtPart part = CaughtPart::kName;
  types::Constant constant;
  llvm::SmallVector<ExpressionId, 2> operands;
  source::SourceRange origin;
};

/// Operands stand before what they are operands of, so a loop over the store needs no recursion.
using ExpressionStore = Store<ExpressionId, Expression>;

}  // namespace meshc::ir
