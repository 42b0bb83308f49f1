// What a condition tells of presence when it has come out true or false.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include "compiler/analysis/known.h"
#include "compiler/analysis/places.h"

namespace meshc::analysis {

struct Narrowing {
  llvm::SmallVector<std::uint32_t, 4> present;    ///< Places that have a value now; sorted.
  llvm::SmallVector<std::uint32_t, 2> unwritten;  ///< Fields that have none now; sorted.
  bool impossible = false;                        ///< The condition cannot come out so.
};

/// Follows `has`, `!`, `&&`, `||`, `?:` and constants.
Narrowing Narrow(const ir::Mesh& mesh, const Places& places, ir::ExpressionId condition, bool outcome);

/// The operands of a chain of one operator (`a && b && c`), from left to right.
llvm::SmallVector<ir::ExpressionId, 4> Flatten(const ir::Mesh& mesh, ir::ExpressionId chain);

}  // namespace meshc::analysis
