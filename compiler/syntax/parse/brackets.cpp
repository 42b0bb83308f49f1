#include "compiler/syntax/parse/brackets.h"

#include <FlowLexer.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/line_layout.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
namespace diag = diagnostics::diag;

std::size_t CloserOf(std::size_t type) {
  switch (type) {
    case FlowLexer::LBRACE: return FlowLexer::RBRACE;
    case FlowLexer::LPAREN: return FlowLexer::RPAREN;
    case FlowLexer::LBRACKET: return FlowLexer::RBRACKET;
    default: return 0;
  }
}

std::string_view CloserSpelling(std::size_t closer) {
  if (closer == FlowLexer::RBRACE) return "}";
  return closer == FlowLexer::RPAREN ? ")" : "]";
}

// Rewrites the tokens while it matches them; the old ones stay in place to look around in.
class Balancer {
 public:
  Balancer(TokenList& list, Reporter& reporter)
      : list_(list), old_(list.tokens), reporter_(reporter), layout_(reporter.text()) {}

  void Run() {
    new_.reserve(old_.size());
    for (std::uint32_t i = 0; i + 1 < old_.size(); ++i) Take(i);
    CloseRest();
    new_.push_back(old_.back());
    old_.swap(new_);
  }

 private:
  void Take(std::uint32_t index) {
    const std::size_t type = old_[index].type();
    if (!open_.empty() && BeginsItem() && IsUnmistakable(old_, SkipAnnotations(old_, index))) {
      CloseAll(old_[index], "a declaration begins here");
    }
    if (IsCloser(type)) return TakeCloser(old_[index]);
    if (type == FlowLexer::LBRACE && LacksCondition(index)) AddCondition(old_[index]);
    if (CloserOf(type) != 0) {
      open_.push_back(static_cast<std::uint32_t>(new_.size()));
    } else if (type == FlowLexer::SEMICOLON && IsSeparator(index)) {
      return TakeSeparator(index);
    } else if (type == FlowLexer::SEMICOLON) {
      while (InsideOfExpression(open_.size())) CloseInner(old_[index]);
    } else if (type == FlowLexer::COMMA && !new_.empty() && new_.back().type() == FlowLexer::COMMA) {
      reporter_.Report(diag::EmptyElement, RangeOf(old_[index]))
          .AddFix("remove it", {{RangeOf(old_[index]), ""}});
      return;
    }
    new_.push_back(old_[index]);
  }

  // `(a; b)`: the bracket is closed behind it, before anything else ends.
  bool IsSeparator(std::uint32_t index) const {
    if (open_.empty() || new_[open_.back()].type() == FlowLexer::LBRACE) return false;
    const std::size_t closer = CloserOf(new_[open_.back()].type());
    constexpr std::uint32_t kFarthest = 200;
    int depth = 0;
    for (std::uint32_t i = index + 1; i < old_.size() && i < index + kFarthest; ++i) {
      const std::size_t type = old_[i].type();
      if (type == FlowLexer::LBRACE || type == FlowLexer::RBRACE) return false;
      if (depth == 0 && type == closer) return true;
      if (CloserOf(type) != 0) ++depth;
      if (IsCloser(type) && depth-- == 0) return false;
    }
    return false;
  }

  void TakeSeparator(std::uint32_t index) {
    if (IsCloser(old_[index + 1].type())) {
      reporter_.Report(diag::SurplusWord, RangeOf(old_[index]), Lexeme{";"})
          .AddFix("remove it", {{RangeOf(old_[index]), ""}}, diagnostics::Applicability::kMachine);
      return;
    }
    reporter_.Report(diag::ForeignSpelling, RangeOf(old_[index]), Lexeme{";"}, Lexeme{","})
        .AddFix("the elements of a list are separated by `,`", {{RangeOf(old_[index]), ","}},
                diagnostics::Applicability::kMachine);
    new_.emplace_back(FlowLexer::COMMA, old_[index].begin(), old_[index].end());
  }

  void TakeCloser(const Token& closer) {
    if (!Closes(closer.type())) {
      reporter_.Report(diag::StrayCloser, RangeOf(closer), Lexeme{std::string(CloserSpelling(closer.type()))})
          .AddFix("remove it", {{RangeOf(closer), ""}});
      return;
    }
    while (CloserOf(new_[open_.back()].type()) != closer.type()) CloseInner(closer);
    Pair(closer);
  }

  // True if an open bracket waits for `closer`. Parentheses do not reach out of a block.
  bool Closes(std::size_t closer) const {
    for (std::size_t depth = open_.size(); depth > 0; --depth) {
      if (CloserOf(new_[open_[depth - 1]].type()) == closer) return true;
      if (!InsideOfExpression(depth)) return false;
    }
    return false;
  }

  // True if the `depth`-th open bracket is none of a block: a parenthesis, or a brace within one.
  bool InsideOfExpression(std::size_t depth) const {
    if (depth == 0) return false;
    if (new_[open_[depth - 1]].type() != FlowLexer::LBRACE) return true;
    return depth > 1 && new_[open_[depth - 2]].type() != FlowLexer::LBRACE;
  }

  // Reports the innermost open bracket and closes it before `next`.
  void CloseInner(const Token& next) {
    const Token& opener = new_[open_.back()];
    const std::string_view closer = CloserSpelling(CloserOf(opener.type()));
    const source::SourceRange place = EndOfLast();
    reporter_
        .Report(diag::UnclosedBracket, RangeOf(opener), Lexeme{std::string(reporter_.Text(RangeOf(opener)))})
        .AddLabel(RangeOf(next), "open up to here")
        .AddFix(fmt::format("close it with `{}`", closer), {{place, std::string(closer)}});
    Insert();
  }

  // Reports once, however many are open.
  void CloseAll(const Token& next, std::string_view reason) {
    const std::uint32_t suspect = Suspect();
    const Token& opener = new_[suspect];
    const std::string spelling(reporter_.Text(RangeOf(opener)));
    auto report = reporter_.Report(diag::UnclosedBracket, RangeOf(opener), Lexeme{spelling});
    report.AddLabel(RangeOf(next), std::string(reason));
    report.AddHelp(fmt::format("close it with `{}`", CloserSpelling(CloserOf(opener.type()))));
    if (open_.size() > 1) report.AddNote(fmt::format("{} brackets are open there", open_.size()));
    if (const auto place = MeantEnd(suspect)) CloseAt(*place);
    while (!open_.empty()) Insert();
  }

  // Where a block was most likely meant to end: before the first line behind it that is indented no more
  // than its own.
  std::optional<std::uint32_t> MeantEnd(std::uint32_t opener) const {
    if (new_[opener].type() != FlowLexer::LBRACE) return std::nullopt;
    const std::uint32_t own = layout_.Indentation(layout_.BeginOf(new_[opener].begin()));
    int depth = 0;
    for (std::uint32_t i = opener + 1; i < new_.size(); ++i) {
      if (IsCloser(new_[i].type()) && depth-- == 0) return std::nullopt;
      const std::uint32_t line = layout_.BeginOf(new_[i].begin());
      const bool begins = line + layout_.Indentation(line) == new_[i].begin() && new_[i - 1].end() <= line;
      if (depth == 0 && begins && !IsCloser(new_[i].type()) && layout_.Indentation(line) <= own) return i;
      if (CloserOf(new_[i].type()) != 0) ++depth;
    }
    return std::nullopt;
  }

  // Puts a brace before the token at `place`, and pairs anew what has been open since.
  void CloseAt(std::uint32_t place) {
    const std::uint32_t end = new_[place - 1].end();
    std::vector<Token> rest(new_.begin() + open_.front(), new_.end());
    rest.insert(rest.begin() + (place - open_.front()), Token(FlowLexer::RBRACE, end, end));
    new_.erase(new_.begin() + open_.front(), new_.end());
    open_.clear();
    for (const Token& token : rest) {
      if (IsCloser(token.type())) {
        Pair(token);
        continue;
      }
      if (CloserOf(token.type()) != 0) open_.push_back(static_cast<std::uint32_t>(new_.size()));
      new_.push_back(token);
    }
  }

  void CloseRest() {
    if (open_.empty()) return;
    if (!list_.cut_short) return CloseAll(old_.back(), "the file ends here");
    while (!open_.empty()) Insert();
  }

  // Which bracket most likely lacks its closer: the one with the first closer that is indented less
  // than the line of its opener, since it was meant for an outer one; else the innermost.
  std::uint32_t Suspect() const {
    for (std::uint32_t i = open_.front(); i < new_.size(); ++i) {
      if (new_[i].type() != FlowLexer::RBRACE) continue;
      const std::uint32_t line = layout_.BeginOf(new_[i].begin());
      if (line + layout_.Indentation(line) != new_[i].begin()) continue;
      const std::uint32_t opener = new_[i].partner();
      if (layout_.Indentation(line) < layout_.Indentation(layout_.BeginOf(new_[opener].begin())))
        return opener;
    }
    return open_.back();
  }

  // Adds `closer` as the partner of the innermost open bracket.
  void Pair(const Token& closer) {
    const std::uint32_t opener = open_.back();
    open_.pop_back();
    new_[opener].SetPartner(static_cast<std::uint32_t>(new_.size()));
    new_.push_back(closer);
    new_.back().SetPartner(opener);
  }

  void Insert() {
    const std::uint32_t place = new_.back().end();
    Pair(Token(CloserOf(new_[open_.back()].type()), place, place));
  }

  // `if {` would read on as a record literal, far into the block.
  bool LacksCondition(std::uint32_t index) const {
    if (index < 2) return false;
    const std::size_t before = old_[index - 2].type();
    switch (old_[index - 1].type()) {
      case FlowLexer::IF:
        if (before == FlowLexer::ELSE) return true;
        [[fallthrough]];
      case FlowLexer::WHILE:
        return before == FlowLexer::SEMICOLON || before == FlowLexer::LBRACE || before == FlowLexer::RBRACE;
      default: return false;
    }
  }

  void AddCondition(const Token& brace) {
    reporter_.Report(diag::Expected, RangeOf(brace), diagnostics::Reason{"a condition"},
                     diagnostics::Reason{"`{`"});
    const std::uint32_t place = new_.back().end();
    new_.emplace_back(FlowLexer::TRUE_WORD, place, place);
  }

  bool BeginsItem() const {
    const std::size_t before = new_.empty() ? std::size_t{FlowLexer::SEMICOLON} : new_.back().type();
    return before == FlowLexer::SEMICOLON || before == FlowLexer::LBRACE || before == FlowLexer::RBRACE;
  }

  source::SourceRange EndOfLast() const { return reporter_.Range(new_.back().end(), new_.back().end()); }
  source::SourceRange RangeOf(const Token& token) const {
    return reporter_.Range(token.begin(), token.end());
  }

  TokenList& list_;
  std::vector<Token>& old_;
  Reporter& reporter_;
  LineLayout layout_;
  std::vector<Token> new_;
  std::vector<std::uint32_t> open_;  // Indexes into new_.
};

}  // namespace

void BalanceBrackets(TokenList& list, Reporter& reporter) { Balancer(list, reporter).Run(); }

}  // namespace meshc::syntax
