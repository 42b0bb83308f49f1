// Blocks whose first brace is missing.
#pragma once

#include <vector>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Where more blocks end than begin, and the lines show which ones lack their brace, it is reported and put
/// in; so is the parenthesis behind the name of an actor. Otherwise nothing changes. Before brackets are
/// balanced.
void MendMissingOpeners(std::vector<Token>& tokens, Reporter& reporter);

}  // namespace meshc::syntax
