// From tokens to a file: what every parse goes through.
#pragma once

#include "compiler/syntax/parse/kept_declarations.h"

namespace meshc::syntax {

/// Of mended tokens, which stay as they are. Nodes go to `arena`, but those that `kept` has; null: it has
/// none, and the text outlives the nodes.
File ParseTokens(TokenList& list, Reporter& reporter, llvm::BumpPtrAllocator& arena, KeptDeclarations* kept);

}  // namespace meshc::syntax
