#include "compiler/syntax/parse/contextual_words.h"

#include <FlowLexer.h>

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool StatementMayFollow(const Token& previous) {
  const std::size_t type = previous.type();
  return type == FlowLexer::SEMICOLON || type == FlowLexer::LBRACE || type == FlowLexer::RBRACE;
}

bool IsPrefix(const Token& previous, const Token& next) {
  if (!StatementMayFollow(previous)) return false;
  return (IsWord(next.type()) && next.type() != FlowLexer::AS) || next.type() == FlowLexer::LBRACE;
}

std::size_t ExpectedWord(std::string_view word) {
  if (word == "visits") return FlowLexer::VISITS_WORD;
  if (word == "outcome") return FlowLexer::OUTCOME_WORD;
  if (word == "absent") return FlowLexer::ABSENT_WORD;
  if (word == "hops") return FlowLexer::HOPS_WORD;
  return FlowLexer::IDENTIFIER;
}

}  // namespace

void RetagContextualWords(std::vector<Token>& tokens, std::string_view text) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    Token& token = tokens[i];
    if (token.type() == FlowLexer::OPTIONAL && IsPrefix(tokens[i - 1], tokens[i + 1])) {
      token.SetType(FlowLexer::OPTIONAL_PREFIX);
    } else if (token.type() == FlowLexer::IDENTIFIER && tokens[i - 1].type() == FlowLexer::EXPECT &&
               StatementMayFollow(tokens[i >= 2 ? i - 2 : 0])) {
      token.SetType(ExpectedWord(text.substr(token.begin(), token.end() - token.begin())));
    }
  }
}

}  // namespace meshc::syntax
