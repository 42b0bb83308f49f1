#include "compiler/syntax/parse/declarations.h"

#include <FlowLexer.h>

#include <algorithm>

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool IsName(std::size_t type) { return type >= FlowLexer::AS && type <= FlowLexer::IDENTIFIER; }

std::size_t TypeAt(const std::vector<Token>& tokens, std::uint32_t index) {
  return index < tokens.size() ? tokens[index].type() : antlr4::Token::EOF;
}

// True if `after` may follow `keyword name`.
bool FollowsName(std::size_t keyword, std::size_t after) {
  switch (keyword) {
    case FlowLexer::RECORD:
    case FlowLexer::ENUM:
    case FlowLexer::UNION:
    case FlowLexer::ENVELOPE:
    case FlowLexer::FLAVOR: return after == FlowLexer::LBRACE;
    case FlowLexer::TYPE:
    case FlowLexer::POLICY: return after == FlowLexer::ASSIGN;
    case FlowLexer::PROCESSOR:
    case FlowLexer::ROUTER: return after == FlowLexer::LPAREN;
    case FlowLexer::FLOW: return after == FlowLexer::ON;
    case FlowLexer::DEPLOY: return after == FlowLexer::FOR;
    case FlowLexer::ERROR:
      return after == FlowLexer::COLON || after == FlowLexer::SEMICOLON || after == FlowLexer::LBRACE ||
             IsName(after);
    case FlowLexer::MESH:
    case FlowLexer::IMPORT: return after == FlowLexer::DOT || after == FlowLexer::SEMICOLON;
    default: return false;
  }
}

bool IsStarter(const std::vector<Token>& tokens, std::uint32_t index) {
  const std::size_t type = tokens[index].type();
  if (type == FlowLexer::OPEN) return TypeAt(tokens, index + 1) == FlowLexer::ENUM;
  if (type < FlowLexer::MESH || type > FlowLexer::EXPOSE) return false;
  const std::size_t before = index == 0 ? std::size_t{FlowLexer::SEMICOLON} : tokens[index - 1].type();
  if (before == FlowLexer::DOT) return IsUnmistakable(tokens, index);
  return before != FlowLexer::OPEN;
}

}  // namespace

std::uint32_t SkipAnnotations(const std::vector<Token>& tokens, std::uint32_t index) {
  while (TypeAt(tokens, index) == FlowLexer::AT) {
    ++index;
    if (!IsWord(TypeAt(tokens, index))) return index;
    ++index;
    if (TypeAt(tokens, index) != FlowLexer::LPAREN) continue;
    while (TypeAt(tokens, index) != FlowLexer::RPAREN) {
      const std::size_t type = TypeAt(tokens, index);
      if (type == FlowLexer::SEMICOLON || type == FlowLexer::LBRACE || type == antlr4::Token::EOF)
        return index;
      ++index;
    }
    ++index;
  }
  return index;
}

bool IsUnmistakable(const std::vector<Token>& tokens, std::uint32_t index) {
  std::size_t keyword = TypeAt(tokens, index);
  if (keyword == FlowLexer::OPEN) keyword = TypeAt(tokens, ++index);
  const std::size_t second = TypeAt(tokens, index + 1);
  if (keyword == FlowLexer::SCENARIO) return second == FlowLexer::STRING;
  if (keyword == FlowLexer::IMPORT && second == FlowLexer::STRING) return true;
  return IsName(second) && FollowsName(keyword, TypeAt(tokens, index + 2));
}

std::vector<TokenSpan> FindDeclarations(const std::vector<Token>& tokens) {
  std::vector<TokenSpan> spans;
  const auto end = static_cast<std::uint32_t>(tokens.size() - 1);
  bool annotated = false;  // The last span holds annotations only, up to here.
  for (std::uint32_t i = 0; i < end; ++i) {
    const bool annotation = tokens[i].type() == FlowLexer::AT;
    if (spans.empty() || ((annotation || IsStarter(tokens, i)) && !annotated)) {
      if (!spans.empty()) spans.back().end = i;
      spans.push_back({i, end});
    }
    annotated = annotation;
    if (annotation) i = std::min(SkipAnnotations(tokens, i), end) - 1;
    if (IsOpener(tokens[i].type())) i = tokens[i].partner();
  }
  return spans;
}

}  // namespace meshc::syntax
