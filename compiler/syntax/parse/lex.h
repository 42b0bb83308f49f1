// Text to tokens. Malformed text is reported and repaired here, so that the parser sees none.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/text_change.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Never fails: stray characters are left out, unterminated strings end with their line.
TokenList Lex(Reporter& reporter);

/// As `Lex`, of a text that was another one before, whose tokens were `before`: those that the change cannot
/// have touched are taken over. Nothing was reported of the text before.
TokenList LexAgain(Reporter& reporter, const TokenList& before, const TextChange& change);

}  // namespace meshc::syntax
