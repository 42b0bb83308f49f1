// Arms that no bracket opens.
#pragma once

#include <vector>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// `match x` and `route r` whose arms follow on the next line: reported, and a bracket put before them.
/// Before brackets are balanced.
void MendOpenArms(std::vector<Token>& tokens, Reporter& reporter);

}  // namespace meshc::syntax
