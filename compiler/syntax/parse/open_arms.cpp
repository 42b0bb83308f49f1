#include "compiler/syntax/parse/open_arms.h"

#include <FlowLexer.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

// The bracket before arms is still to be written, or lost. Without it the one behind them would close what is
// around, and the rest of the file would mean something else.

/// No head that somebody writes has more tokens.
constexpr std::size_t kLongestArmHead = 256;

bool BeginsArms(const std::vector<Token>& tokens, std::size_t head) {
  const std::size_t type = tokens[head].type();
  if ((type != FlowLexer::MATCH && type != FlowLexer::ROUTE) || head == 0) return false;
  const std::size_t before = tokens[head - 1].type();
  return before == FlowLexer::SEMICOLON || before == FlowLexer::LBRACE || before == FlowLexer::RBRACE;
}

bool IsLabelPart(std::size_t type) {
  return IsWord(type) || type == FlowLexer::DOT || type == FlowLexer::COMMA || type == FlowLexer::NUMBER ||
         type == FlowLexer::STRING || type == FlowLexer::MINUS;
}

/// The first sign of an arm behind the head; none: a bracket or an end comes before it.
std::optional<std::size_t> FirstArm(const std::vector<Token>& tokens, std::size_t head) {
  const std::size_t last = std::min(tokens.size(), head + kLongestArmHead);
  for (std::size_t index = head + 1; index < last; ++index) {
    switch (tokens[index].type()) {
      case FlowLexer::ARM: return index;
      case FlowLexer::LBRACE:
      case FlowLexer::RBRACE:
      case FlowLexer::SEMICOLON: return std::nullopt;
      default: break;
    }
  }
  return std::nullopt;
}

/// Where the arms begin, if that is without a bracket: the line of the first one.
std::optional<std::size_t> BeginOfOpenArms(const std::vector<Token>& tokens, std::size_t head,
                                           const Reporter& reporter) {
  const auto sign = FirstArm(tokens, head);
  if (!sign) return std::nullopt;
  std::optional<std::size_t> begin;
  for (std::size_t index = *sign; index-- > head + 2 && IsLabelPart(tokens[index].type());) {
    const auto between = reporter.Text(reporter.Range(tokens[index - 1].end(), tokens[index].begin()));
    if (between.find('\n') == std::string_view::npos) continue;
    begin = index;
    break;
  }
  return begin;
}

}  // namespace

void MendOpenArms(std::vector<Token>& tokens, Reporter& reporter) {
  std::vector<Token> mended;
  std::size_t copied = 0;  // Of `tokens`, into `mended`: most files have no such arms, and nothing is copied.
  for (std::size_t head = 0; head < tokens.size(); ++head) {
    const auto begin =
        BeginsArms(tokens, head) ? BeginOfOpenArms(tokens, head, reporter) : std::optional<std::size_t>();
    if (!begin) continue;
    const source::SourceRange found = reporter.Range(tokens[*begin].begin(), tokens[*begin].end());
    const std::uint32_t place = tokens[*begin - 1].end();
    reporter
        .Report(diagnostics::diag::Expected, found, diagnostics::Reason{"`{`"},
                diagnostics::Reason{"`" + std::string(reporter.Text(found)) + "`"})
        .AddFix("open the arms with `{`", {{reporter.Range(place, place), " {"}});
    mended.insert(mended.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied),
                  tokens.begin() + static_cast<std::ptrdiff_t>(*begin));
    mended.emplace_back(FlowLexer::LBRACE, place, place);
    copied = *begin;
  }
  if (copied == 0) return;
  mended.insert(mended.end(), tokens.begin() + static_cast<std::ptrdiff_t>(copied), tokens.end());
  tokens = std::move(mended);
}

}  // namespace meshc::syntax
