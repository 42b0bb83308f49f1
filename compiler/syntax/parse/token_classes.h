// Classes of token types.
#pragma once

#include <FlowLexer.h>

#include <cstddef>

namespace meshc::syntax {

/// Keywords, soft words and identifiers: they follow each other in the lexer.
inline bool IsWord(std::size_t type) { return type >= FlowLexer::MESH && type <= FlowLexer::IDENTIFIER; }

inline bool IsHardKeyword(std::size_t type) {
  return type >= FlowLexer::MESH && type <= FlowLexer::NULL_WORD;
}

inline bool IsOpener(std::size_t type) {
  return type == FlowLexer::LBRACE || type == FlowLexer::LPAREN || type == FlowLexer::LBRACKET;
}

inline bool IsCloser(std::size_t type) {
  return type == FlowLexer::RBRACE || type == FlowLexer::RPAREN || type == FlowLexer::RBRACKET;
}

}  // namespace meshc::syntax
