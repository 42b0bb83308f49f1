// The words of a text, whatever it is otherwise.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <string_view>

namespace meshc {

/// True of what names consist of.
inline bool IsWordLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Each run of such letters, in the order of the text.
inline void EachWord(std::string_view text, llvm::function_ref<void(std::string_view word)> take) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && IsWordLetter(text[i])) continue;
    if (i > begin) take(text.substr(begin, i - begin));
    begin = i + 1;
  }
}

}  // namespace meshc
