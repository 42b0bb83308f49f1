// Lines that somebody is typing: a bracket is open at their end, or one of them is lost.
#pragma once

#include <vector>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Where the brackets of a declaration have no partners, and the way its lines are indented shows on which
/// line each one is missing, those are reported, once for each such line, and put in or left out. Otherwise
/// nothing changes. Before brackets are balanced. True if something was put in, so that words may mean
/// something else.
bool MendTornLines(std::vector<Token>& tokens, Reporter& reporter);

}  // namespace meshc::syntax
