#include "compiler/syntax/tokens.h"

#include "compiler/syntax/parse/lex.h"
#include "compiler/syntax/parse/text_tokens.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

TokenKind KindOf(std::size_t type) {
  if (IsHardKeyword(type)) return TokenKind::kKeyword;
  if (type == FlowLexer::IDENTIFIER) return TokenKind::kName;
  if (IsWord(type)) return TokenKind::kWord;
  if (type == FlowLexer::NUMBER) return TokenKind::kNumber;
  if (type == FlowLexer::STRING || type == FlowLexer::RAW_STRING) return TokenKind::kString;
  if (type == FlowLexer::AT) return TokenKind::kAt;
  const bool separates = type == FlowLexer::SEMICOLON || type == FlowLexer::COMMA || type == FlowLexer::COLON;
  if (separates || IsOpener(type) || IsCloser(type)) return TokenKind::kPunctuation;
  return type >= FlowLexer::LBRACE && type <= FlowLexer::PERCENT ? TokenKind::kOperator : TokenKind::kWord;
}

}  // namespace

std::vector<TextToken> TextTokensOf(const TokenList& list) {
  std::vector<TextToken> tokens;
  tokens.reserve(list.tokens.size() + list.comments.size());
  auto comment = list.comments.begin();
  const auto add_comments_before = [&](std::uint32_t offset) {
    for (; comment != list.comments.end() && comment->range.begin < offset; ++comment) {
      const bool doc = comment->kind == CommentKind::kDoc;
      tokens.push_back(
          {doc ? TokenKind::kDocComment : TokenKind::kComment, comment->range.begin, comment->range.end});
    }
  };
  for (const Token& token : list.tokens) {
    add_comments_before(token.begin());
    if (token.end() > token.begin()) tokens.push_back({KindOf(token.type()), token.begin(), token.end()});
  }
  return tokens;
}

std::vector<TextToken> ReadTokens(std::string_view text) {
  source::SourceManager sources;
  diagnostics::Diagnostics unheard;
  Reporter reporter(sources, sources.Add("", std::string(text)), unheard);
  return TextTokensOf(Lex(reporter));
}

}  // namespace meshc::syntax
