// Where top-level declarations begin, read off the tokens alone. Each is parsed on its own, so that
// a mistake in one cannot hide the next, and the tree of one is freed before the next is parsed.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// The tokens [begin, end).
struct TokenSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The first index behind the annotations at `index`.
std::uint32_t SkipAnnotations(const std::vector<Token>& tokens, std::uint32_t index);

/// True if a declaration begins at `index` whatever stands around it: no statement, member or
/// setting begins like it. Thus, inside of a block, a bracket before it is not closed.
bool IsUnmistakable(const std::vector<Token>& tokens, std::uint32_t index);

/// Words that begin no declaration, where one of another spelling is meant: `procesor`, `struct`. Each is
/// reported, and counts as that keyword from then on.
void MendKeywords(std::vector<Token>& tokens, Reporter& reporter);

/// Constants and imports of other languages: reported, and left out or read as what is meant.
void MendForeignDeclarations(std::vector<Token>& tokens, Reporter& reporter);

/// Reports loops with a counter, and leaves their blocks. Before brackets are balanced.
void MendForeignLoops(std::vector<Token>& tokens, Reporter& reporter);

/// Cuts balanced tokens into declarations; what begins none belongs to the one before it.
std::vector<TokenSpan> FindDeclarations(const std::vector<Token>& tokens);

}  // namespace meshc::syntax
