#include "compiler/syntax/parse/torn_lines.h"

#include <FlowLexer.h>

#include <algorithm>
#include <optional>

#include "compiler/syntax/parse/bracket_edits.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/lost_opener.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using Kind = BracketEdit::Kind;

/// Its tokens, and how far it is indented.
struct Line {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t indentation = 0;
};

/// Reads the lines of one declaration. A bracket that is not the last one of its line belongs to that line;
/// one that is holds lines that are indented more, and ends with one that is not.
class TornDeclaration {
 public:
  TornDeclaration(const std::vector<Token>& tokens, const std::vector<Line>& lines, std::size_t first,
                  std::size_t last)
      : tokens_(tokens), lines_(lines), first_(first), last_(last) {}

  /// None: the lines do not show it.
  std::optional<std::vector<BracketEdit>> Read() {
    for (line_ = first_; line_ < last_ && !failed_; ++line_) {
      std::uint32_t begin = lines_[line_].begin;
      CloseTorn();
      if (IsCloser(TypeAt(begin))) begin = TakeFirstCloser(begin);
      for (std::uint32_t i = begin; i < lines_[line_].end && !failed_; ++i) Take(i);
    }
    while (!open_.empty() && !failed_) CloseTop();
    EndTornItem();
    if (failed_) return std::nullopt;
    std::ranges::stable_sort(edits_, {}, &BracketEdit::index);
    const bool balanced = BalancesBrackets(tokens_, lines_[first_].begin, lines_[last_ - 1].end, edits_);
    return balanced ? std::optional(std::move(edits_)) : std::nullopt;
  }

 private:
  struct Open {
    std::uint32_t index = 0;
    std::size_t line = 0;
  };

  std::size_t TypeAt(std::uint32_t index) const { return tokens_[index].type(); }
  std::uint32_t Indentation(std::size_t line) const { return lines_[line].indentation; }
  std::uint32_t OpenIndentation() const { return Indentation(open_.back().line); }
  bool Matches(std::uint32_t closer) const {
    return !open_.empty() && PartnerType(TypeAt(open_.back().index)) == TypeAt(closer);
  }
  bool EndsLine(const Open& open) const { return open.index + 1 == lines_[open.line].end; }
  /// Before the semicolon that ends it.
  std::uint32_t EndOf(std::size_t line) const {
    const std::uint32_t end = lines_[line].end;
    return TypeAt(end - 1) == FlowLexer::SEMICOLON ? end - 1 : end;
  }

  /// What this line shows to have ended before.
  void CloseTorn() {
    const std::uint32_t begin = lines_[line_].begin;
    while (!open_.empty() && !failed_) {
      if (OpenIndentation() < Indentation(line_)) break;
      if (OpenIndentation() == Indentation(line_) && Matches(begin)) break;
      CloseTop();
    }
    EndTornItem();
  }

  /// What the last line holds ends with it, if it was torn: the next one goes on with something else.
  void EndTornItem() {
    if (failed_ || edits_.empty() || line_ == first_) return;
    const Line& torn = lines_[line_ - 1];
    const BracketEdit& last = edits_.back();
    const bool closed = last.kind == Kind::kClose && last.index == torn.end && last.opener >= torn.begin;
    if (!closed || TypeAt(torn.end - 1) == FlowLexer::COMMA || IsBlock(last.opener, torn.end)) return;
    const bool at_end = line_ < last_ && IsCloser(TypeAt(lines_[line_].begin));
    if (!IsListed())
      edits_.push_back({Kind::kFill, torn.end, FlowLexer::SEMICOLON, 0, 0});
    else if (!at_end)
      edits_.push_back({Kind::kFill, torn.end, FlowLexer::COMMA, 0, 0});
  }

  /// A block ends by itself.
  bool IsBlock(std::uint32_t opener, std::uint32_t end) const {
    if (TypeAt(opener) != FlowLexer::LBRACE) return false;
    for (std::uint32_t i = opener + 1; i < end; ++i) {
      if (TypeAt(i) == FlowLexer::SEMICOLON) return true;
    }
    return opener + 1 == end;
  }

  /// True if commas stand between what the last line holds and its like.
  bool IsListed() const {
    if (open_.empty()) return false;
    if (TypeAt(open_.back().index) != FlowLexer::LBRACE) return true;
    for (std::size_t line = line_ - 1; line-- > open_.back().line + 1;) {
      if (Indentation(line) == Indentation(line_ - 1))
        return TypeAt(lines_[line].end - 1) == FlowLexer::COMMA;
    }
    return line_ < last_ && Indentation(line_) == Indentation(line_ - 1) &&
           TypeAt(lines_[line_].end - 1) == FlowLexer::COMMA;
  }

  void CloseTop() {
    const Open open = open_.back();
    // A block holds all lines up to here, any other bracket ends with its own.
    const bool heads = line_ < last_ && TypeAt(lines_[line_].begin) == FlowLexer::RBRACE &&
                       OpenIndentation() == Indentation(line_);
    // Text that is not indented shows nothing; one block may just have been begun.
    const bool is_empty = EndsLine(open) && TypeAt(open.index) == FlowLexer::LBRACE && open.line + 1 == line_;
    if (is_empty && ++empty_blocks_ > 1) return Fail();
    const bool block = EndsLine(open) && (TypeAt(open.index) == FlowLexer::LBRACE || !heads);
    CloseBefore(block ? EndOf(line_ - 1, block) : EndOf(open.line));
  }
  std::uint32_t EndOf(std::size_t line, bool block) const { return block ? lines_[line].end : EndOf(line); }

  void CloseBefore(std::uint32_t index) {
    const std::uint32_t opener = open_.back().index;
    // Behind a bracket that is there stays nothing to be closed.
    if (index <= opener) return Fail();
    edits_.push_back({Kind::kClose, index, PartnerType(TypeAt(opener)), opener, index});
    open_.pop_back();
  }

  std::uint32_t TakeFirstCloser(std::uint32_t begin) {
    if (open_.empty() || OpenIndentation() < Indentation(line_)) {
      // A bracket within one, closed on a line of its own: nothing is missing.
      if (Matches(begin) && !EndsLine(open_.back())) return begin;
      OpenHead(begin);
      return begin + 1;
    }
    return begin;
  }

  /// The head of the lines before, which are indented more than `closer`.
  void OpenHead(std::uint32_t closer) {
    for (std::size_t line = line_; line-- > first_;) {
      if (Indentation(line) > Indentation(line_)) continue;
      const bool heads = Indentation(line) == Indentation(line_) && line + 1 < line_ &&
                         TypeAt(lines_[line].end - 1) != FlowLexer::SEMICOLON;
      if (!heads) return Fail();
      FillHead(line);
      edits_.push_back({Kind::kOpen, lines_[line].end, PartnerType(TypeAt(closer)), 0, 0});
      return;
    }
    Fail();
  }

  /// What a head lacks before its block: without it the block would be read as something else.
  void FillHead(std::size_t line) {
    const Line& head = lines_[line];
    const std::size_t last = TypeAt(head.end - 1);
    const bool lacks_operand = last == FlowLexer::IF || last == FlowLexer::WHILE ||
                               last == FlowLexer::MATCH || last == FlowLexer::UNTIL ||
                               last == FlowLexer::IN || last == FlowLexer::DOT ||
                               (last >= FlowLexer::EQUAL && last <= FlowLexer::PERCENT);
    if (lacks_operand) edits_.push_back({Kind::kFill, head.end, FlowLexer::TRUE_WORD, 0, 0});
    bool until = false;
    for (std::uint32_t i = head.begin; i < head.end; ++i)
      until = TypeAt(i) == FlowLexer::UNTIL || (until && TypeAt(i) != FlowLexer::ELSE);
    if (until) edits_.push_back({Kind::kFill, head.end, FlowLexer::ELSE, 0, 0});
  }

  void Take(std::uint32_t index) {
    const std::size_t type = TypeAt(index);
    if (IsOpener(type)) {
      if (type == FlowLexer::LBRACE) CloseBeforeBlock(index);
      open_.push_back({index, line_});
    } else if (IsCloser(type)) {
      TakeCloser(index);
    } else if (type == FlowLexer::SEMICOLON) {
      while (!failed_ && !open_.empty() && open_.back().line == line_ &&
             TypeAt(open_.back().index) != FlowLexer::LBRACE && !ClosesBehind(index))
        CloseBefore(index);
    } else if (type == FlowLexer::ARROW && !open_.empty() && open_.back().line == line_ &&
               TypeAt(open_.back().index) == FlowLexer::LPAREN) {
      CloseBefore(index);
    }
  }

  /// `(a; b)`: the innermost bracket ends on this line, and no block stands before its end.
  bool ClosesBehind(std::uint32_t index) const {
    for (std::uint32_t i = index + 1; i < lines_[line_].end; ++i) {
      if (Matches(i)) return true;
      if (IsOpener(TypeAt(i)) || IsCloser(TypeAt(i))) return false;
    }
    return false;
  }

  void TakeCloser(std::uint32_t closer) {
    if (IsOpenOnLine(closer)) {
      while (!Matches(closer) && !failed_) CloseBefore(closer);
      if (!failed_) open_.pop_back();
    } else if (Matches(closer) && open_.back().line != line_ && MayEndHere(closer)) {
      open_.pop_back();
    } else {
      TakeSurplus(closer);
    }
  }

  bool IsOpenOnLine(std::uint32_t closer) const {
    return std::any_of(open_.rbegin(), open_.rend(), [&](const Open& open) {
      return open.line == line_ && PartnerType(TypeAt(open.index)) == TypeAt(closer);
    });
  }

  /// A block that holds lines ends with a line, unless no other one is there to end it.
  bool MayEndHere(std::uint32_t closer) const {
    if (TypeAt(closer) != FlowLexer::RBRACE || !EndsLine(open_.back())) return true;
    bool first = true;
    for (std::uint32_t i = lines_[line_].begin; i < closer; ++i) first &= IsCloser(TypeAt(i));
    if (first) return true;
    const bool goes_on = line_ + 1 < last_ && Indentation(line_ + 1) > OpenIndentation();
    const bool ends_below = line_ + 1 < last_ && Indentation(line_ + 1) == OpenIndentation() &&
                            TypeAt(lines_[line_ + 1].begin) == FlowLexer::RBRACE;
    return !goes_on && !ends_below;
  }

  void TakeSurplus(std::uint32_t closer) {
    const auto place = FindLostOpener(tokens_, lines_[line_].begin, closer);
    if (place)
      edits_.push_back({Kind::kOpen, *place, PartnerType(TypeAt(closer)), 0, 0});
    else
      edits_.push_back({Kind::kRemove, closer, TypeAt(closer), 0, 0});
  }

  /// `if has(x {`: whatever the line has opened ends before its block.
  void CloseBeforeBlock(std::uint32_t brace) {
    if (brace == lines_[line_].begin) return;
    switch (TypeAt(brace - 1)) {
      case FlowLexer::LPAREN:
      case FlowLexer::LBRACKET:
      case FlowLexer::COMMA:
      case FlowLexer::COLON:
      case FlowLexer::COALESCE:
      case FlowLexer::EQUAL:
      case FlowLexer::NOT_EQUAL: return;
      default: break;
    }
    while (!failed_ && !open_.empty() && open_.back().line == line_ &&
           TypeAt(open_.back().index) != FlowLexer::LBRACE)
      CloseBefore(brace);
  }

  void Fail() { failed_ = true; }

  const std::vector<Token>& tokens_;
  const std::vector<Line>& lines_;
  std::size_t first_;
  std::size_t last_;
  std::size_t line_ = 0;
  bool failed_ = false;
  int empty_blocks_ = 0;  ///< Torn ones, before a line that is not indented more.
  std::vector<Open> open_;
  std::vector<BracketEdit> edits_;
};

std::vector<Line> LinesOf(const std::vector<Token>& tokens, const Reporter& reporter) {
  std::vector<Line> lines;
  const auto end = static_cast<std::uint32_t>(tokens.size() - 1);
  for (std::uint32_t i = 0; i < end; ++i) {
    const std::uint32_t before = i == 0 ? 0 : tokens[i - 1].end();
    const std::string_view gap = reporter.Text(reporter.Range(before, tokens[i].begin()));
    const std::size_t newline = gap.rfind('\n');
    if (i > 0 && newline == std::string_view::npos) {
      lines.back().end = i + 1;
      continue;
    }
    const std::size_t blanks = newline == std::string_view::npos ? gap.size() : gap.size() - newline - 1;
    lines.push_back({i, i + 1, static_cast<std::uint32_t>(blanks)});
  }
  return lines;
}

}  // namespace

bool MendTornLines(std::vector<Token>& tokens, Reporter& reporter) {
  const auto end = static_cast<std::uint32_t>(tokens.size() - 1);
  if (end == 0 || BalancesBrackets(tokens, 0, end, {})) return false;
  const std::vector<Line> lines = LinesOf(tokens, reporter);
  std::vector<BracketEdit> edits;
  for (std::size_t first = 0, last = 0; first < lines.size(); first = last) {
    last = first + 1;
    while (last < lines.size() && !IsUnmistakable(tokens, SkipAnnotations(tokens, lines[last].begin))) ++last;
    if (BalancesBrackets(tokens, lines[first].begin, lines[last - 1].end, {})) continue;
    const auto found = TornDeclaration(tokens, lines, first, last).Read();
    if (found) edits.insert(edits.end(), found->begin(), found->end());
  }
  MakeBracketEdits(tokens, edits, reporter);
  return !edits.empty();
}

}  // namespace meshc::syntax
