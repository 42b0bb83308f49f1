// What the tokens of a file show by themselves, before it is cut into declarations.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/text_change.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// Reports and mends what is wrong, and gives each bracket its partner. Tokens of which nothing is reported
/// are otherwise as they were. Of those that nest too deep to be parsed only the end is left.
void MendTokens(TokenList& list, Reporter& reporter);

/// As `MendTokens` of a text in which nothing was wrong before the change, when its tokens were `before`,
/// partners included: looks at the declarations only that the change touches. False: it cannot be told from
/// these, or something is wrong; nothing is reported, and the partners mean nothing.
bool PairAgain(TokenList& list, const std::vector<Token>& before, const TextChange& change,
               const source::SourceManager& sources, source::FileId file);

}  // namespace meshc::syntax
