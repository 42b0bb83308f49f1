// Text to tokens. Malformed text is reported and repaired here, so that the parser sees none.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Never fails: stray characters are left out, unterminated strings end with their line.
TokenList Lex(Reporter& reporter);

}  // namespace meshc::syntax
