// Brackets are matched over the tokens, before parsing: ANTLR's own recovery is quadratic in open
// blocks, and knows less about what was meant.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Afterwards every bracket has its partner: missing ones have been put in as empty tokens and
/// surplus ones left out, each reported. Doubled commas are reported and made single, too.
void BalanceBrackets(TokenList& list, Reporter& reporter);

}  // namespace meshc::syntax
