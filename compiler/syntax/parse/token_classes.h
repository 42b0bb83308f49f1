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

/// It begins a statement of its own, so that what stands before has ended.
inline bool BeginsStatement(std::size_t type) {
  switch (type) {
    case FlowLexer::ELSE:
    case FlowLexer::UNTIL:
    case FlowLexer::ON:
    case FlowLexer::FINALLY: return false;
    default: return type >= FlowLexer::IF && type <= FlowLexer::FOLLOW;
  }
}

}  // namespace meshc::syntax
