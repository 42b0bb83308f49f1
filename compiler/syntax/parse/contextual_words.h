// Words whose meaning hangs on their neighbours, decided before parsing so that the grammar needs
// one token of lookahead only.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// - `optional` at the begin of a statement is a prefix, unless `(`, `;`, `->` or `as` follows:
///   then it is an actor of that name.
/// - After `expect` the words `visits`, `outcome`, `absent` and `hops` win over fields.
void RetagContextualWords(std::vector<Token>& tokens, std::string_view text);

}  // namespace meshc::syntax
