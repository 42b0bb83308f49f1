// Typed expressions of the mesh IR: small, resolved, independent of syntax.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>

#include "compiler/ir/expression_kind.h"
#include "compiler/source/source_range.h"
#include "compiler/support/id.h"
#include "compiler/types/constant.h"
#include "compiler/types/type.h"

namespace meshc::ir {

using ExpressionId = Id<struct ExpressionTag>;

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
