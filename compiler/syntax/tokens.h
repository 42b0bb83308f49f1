// The tokens of a text by kind, comments included: for colours, and for what an unfinished text is about.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_manager.h"

namespace meshc::syntax {

enum class TokenKind : std::uint8_t {
  kKeyword,  ///< A hard one.
  kWord,     ///< A word that the parser decides by where it stands, like `timeout`; else it is a name.
  kName,
  kNumber,  ///< Units included.
  kString,
  kOperator,
  kPunctuation,  ///< Brackets, `;` `,` `:`.
  kAt,           ///< `@`
  kComment,
  kDocComment,
};

struct TextToken {
  TokenKind kind = TokenKind::kName;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::string_view In(std::string_view text) const { return text.substr(begin, end - begin); }
  friend bool operator==(const TextToken&, const TextToken&) = default;
};

/// In the order of the text. Stray characters are left out, texts that never end are ended as the parser
/// would.
std::vector<TextToken> ReadTokens(std::string_view text);

/// Stable text for `--print tokens`: `line:column kind text`, one line per token.
std::string PrintTokens(source::FileId file, const source::SourceManager& sources);

}  // namespace meshc::syntax
