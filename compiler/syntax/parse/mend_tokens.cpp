#include "compiler/syntax/parse/mend_tokens.h"

#include <algorithm>
#include <optional>

#include "compiler/syntax/parse/brackets.h"
#include "compiler/syntax/parse/contextual_words.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/missing_openers.h"
#include "compiler/syntax/parse/nesting.h"
#include "compiler/syntax/parse/open_arms.h"
#include "compiler/syntax/parse/token_classes.h"
#include "compiler/syntax/parse/torn_lines.h"

namespace meshc::syntax {
namespace {

/// More tokens than a mend looks around.
constexpr std::uint32_t kMendMargin = 8;

/// Behind it nothing is known of what was before.
bool EndsItem(const Token& token) {
  return token.type() == FlowLexer::SEMICOLON || token.type() == FlowLexer::RBRACE;
}

/// The tokens [begin, end) of declarations that hold all that differs between two lists; before the change
/// they ended at `old_end`.
struct Touched {
  TokenSpan now;
  std::uint32_t old_end = 0;
};

/// Of tokens that were sound. None: there is no such part but the whole.
std::optional<Touched> FindTouched(const std::vector<Token>& before, const std::vector<Token>& now,
                                   const TextChange& change) {
  const auto first =
      std::ranges::lower_bound(before, change.begin, {}, [](const Token& token) { return token.end(); });
  const auto behind =
      std::ranges::upper_bound(before, change.old_end, {}, [](const Token& token) { return token.begin(); });
  const auto last = static_cast<std::uint32_t>(before.size() - 1);
  const auto from = std::max(static_cast<std::uint32_t>(first - before.begin()), kMendMargin) - kMendMargin;
  const auto to = std::min(static_cast<std::uint32_t>(behind - before.begin()) + kMendMargin, last);
  Touched touched{{0, 0}, last};
  for (const TokenSpan span : FindDeclarations(before)) {
    if (span.begin <= from) touched.now.begin = span.begin;
    if (span.begin < to) continue;
    touched.old_end = span.begin;
    break;
  }
  const std::size_t grown = now.size() - before.size();  // Modulo 2^64, as below.
  const std::size_t end = touched.old_end + grown;
  const bool agrees = end < now.size() && end >= touched.now.begin &&
                      now[end].begin() == before[touched.old_end].begin() + change.grown();
  if (!agrees) return std::nullopt;
  touched.now.end = static_cast<std::uint32_t>(end);
  const bool apart = (touched.now.begin == 0 || EndsItem(now[touched.now.begin - 1])) &&
                     (end == 0 || end + 1 == now.size() || EndsItem(now[end - 1]));
  return apart ? std::optional(touched) : std::nullopt;
}

}  // namespace

void MendTokens(TokenList& list, Reporter& reporter) {
  if (!CheckNesting(list, reporter)) list.tokens.erase(list.tokens.begin(), list.tokens.end() - 1);
  MendOpenArms(list.tokens, reporter);
  // What swallowed the end of a text may have swallowed its brackets, too.
  if (!list.cut_short && MendTornLines(list.tokens, reporter))
    RetagContextualWords(list.tokens, reporter.text());
  MendMissingOpeners(list.tokens, reporter);
  MendForeignDeclarations(list.tokens, reporter);
  MendForeignLoops(list.tokens, reporter);
  MendKeywords(list.tokens, reporter);
  BalanceBrackets(list, reporter);
}

bool PairAgain(TokenList& list, const std::vector<Token>& before, const TextChange& change,
               const source::SourceManager& sources, source::FileId file) {
  std::vector<Token>& tokens = list.tokens;
  const auto touched = FindTouched(before, tokens, change);
  if (!touched) return false;
  const auto [begin, end] = touched->now;
  TokenList part;
  // The token behind stands for the end of the file.
  part.tokens.assign(tokens.begin() + begin, tokens.begin() + end + 1);
  diagnostics::Diagnostics unheard;
  Reporter reporter(sources, file, unheard);
  MendTokens(part, reporter);
  if (reporter.Count() > 0) return false;
  for (std::uint32_t i = begin; i < end; ++i) tokens[i].SetPartner(part.tokens[i - begin].partner() + begin);
  const std::uint32_t moved = end - touched->old_end;
  // Some of these may have been read anew, and know no partner themselves.
  for (std::uint32_t i = end; i < tokens.size(); ++i)
    tokens[i].SetPartner(before[i - moved].partner() + moved);
  return true;
}

}  // namespace meshc::syntax
