// Blocks that are too large to stand in one tree of ANTLR's.
//
// A tree takes a hundred times the room of its text. The parser passes by the statements of a large
// block, and the builder of the block has them parsed one after the other, each tree freed before the next.
#pragma once

#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// True if the opening brace at `index` begins such a block.
inline bool IsLargeBlock(const Token& opener, std::uint32_t index) {
  constexpr std::uint32_t kLargeBlock = 1U << 14U;
  return opener.partner() > index + kLargeBlock;
}

}  // namespace meshc::syntax
