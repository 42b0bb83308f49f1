// Loops with a counter, `for (i = 0; i < n; i++) {`: their brackets hold what nothing in Flow holds, so they
// go before brackets are balanced.
#include <FlowLexer.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/declarations.h"

namespace meshc::syntax {
namespace {

/// No head that somebody writes has more tokens: so brackets that are never closed cost little.
constexpr std::size_t kLongestLoopHead = 256;

/// Behind the `)` of a head that begins at `first`; none: it is no such head.
std::optional<std::size_t> EndOfHead(const std::vector<Token>& tokens, std::size_t first,
                                     const Reporter& reporter) {
  const auto type = [&](std::size_t index) {
    return index < tokens.size() ? tokens[index].type() : antlr4::Token::EOF;
  };
  const bool begins = type(first) == FlowLexer::IDENTIFIER || type(first) == FlowLexer::FOR;
  if (!begins || type(first + 1) != FlowLexer::LPAREN ||
      reporter.Text(reporter.Range(tokens[first].begin(), tokens[first].end())) != "for")
    return std::nullopt;
  int depth = 0;
  bool counts = false;
  const std::size_t last = std::min(tokens.size(), first + kLongestLoopHead);
  for (std::size_t index = first + 1; index < last; ++index) {
    switch (tokens[index].type()) {
      case FlowLexer::LPAREN: ++depth; break;
      case FlowLexer::RPAREN:
        if (--depth == 0)
          return counts && type(index + 1) == FlowLexer::LBRACE ? std::optional(index + 1) : std::nullopt;
        break;
      case FlowLexer::SEMICOLON: counts = counts || depth == 1; break;
      case FlowLexer::LBRACE:
      case FlowLexer::RBRACE: return std::nullopt;
      default: break;
    }
  }
  return std::nullopt;
}

}  // namespace

void MendForeignLoops(std::vector<Token>& tokens, Reporter& reporter) {
  std::vector<Token> kept;
  std::size_t copied = 0;  // Of `tokens`, into `kept`: most files have no such loop, and nothing is copied.
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const auto end = EndOfHead(tokens, at, reporter);
    if (!end) continue;
    const source::SourceRange head = reporter.Range(tokens[at].begin(), tokens[*end - 1].end());
    reporter
        .Report(diagnostics::diag::ForeignSpelling, head,
                diagnostics::Lexeme{std::string(reporter.Text(head))}, diagnostics::Lexeme{"loop max N"})
        .AddHelp(
            "there are no counters: `loop max N { ... }` goes round at most N times, until `break`; "
            "`each x in xs { ... }` goes over a list");
    kept.insert(kept.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied),
                tokens.begin() + static_cast<std::ptrdiff_t>(at));
    copied = *end;  // What is left is a block.
    at = *end - 1;
  }
  if (copied == 0) return;
  kept.insert(kept.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied), tokens.end());
  tokens = std::move(kept);
}

}  // namespace meshc::syntax
