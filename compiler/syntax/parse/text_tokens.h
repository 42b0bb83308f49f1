// Tokens as the parser reads them, told by kind.
#pragma once

#include <vector>

#include "compiler/syntax/parse/token.h"
#include "compiler/syntax/tokens.h"

namespace meshc::syntax {

/// Comments among them; what repair has put in is left out.
std::vector<TextToken> TextTokensOf(const TokenList& list);

}  // namespace meshc::syntax
