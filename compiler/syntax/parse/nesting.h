// The limit that keeps every recursion over the syntax, here and in later stages, within the stack.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

inline constexpr std::uint32_t kMaxNesting = 1000;

/// True if the tokens nest no deeper than `kMaxNesting`; otherwise one error has been reported, at
/// the token that goes too far. Levels are open brackets, prefix operators before their operand, and
/// the right sides of `??` and `?:`. Chains of other operators and the links of a path are no levels:
/// whoever walks the tree takes left sides in a loop.
bool CheckNesting(const TokenList& list, Reporter& reporter);

}  // namespace meshc::syntax
