// The tokens of a file as text, one line per token.
#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

#include "compiler/syntax/tokens.h"

namespace meshc::syntax {
namespace {

std::string_view NameOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kKeyword: return "keyword";
    case TokenKind::kWord: return "word";
    case TokenKind::kName: return "name";
    case TokenKind::kNumber: return "number";
    case TokenKind::kString: return "string";
    case TokenKind::kOperator: return "operator";
    case TokenKind::kPunctuation: return "punctuation";
    case TokenKind::kAt: return "at";
    case TokenKind::kComment: return "comment";
    case TokenKind::kDocComment: return "doc";
  }
  throw std::logic_error("no kind of token");
}

/// One line, however many the token has.
std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) c == '\n' ? line += "\\n" : line += c;
  return line;
}

}  // namespace

std::string PrintTokens(source::FileId file, const source::SourceManager& sources) {
  const std::string_view text = sources.Text(file);
  std::string printed = fmt::format("{}\n", sources.Name(file));
  for (const TextToken& token : ReadTokens(text)) {
    const source::LineColumn place = sources.Locate(file, token.begin);
    fmt::format_to(std::back_inserter(printed), "  {}:{} {} {}\n", place.line, place.column,
                   NameOf(token.kind), OneLine(token.In(text)));
  }
  return printed;
}

}  // namespace meshc::syntax
