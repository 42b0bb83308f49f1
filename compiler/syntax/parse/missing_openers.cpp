#include "compiler/syntax/parse/missing_openers.h"

#include <FlowLexer.h>

#include <algorithm>
#include <optional>
#include <string>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/line_layout.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

// Of a brace that is missing only its partner is left, which would close what is around: then the rest of the
// file would mean something else.

class MissingOpeners {
 public:
  MissingOpeners(std::vector<Token>& tokens, Reporter& reporter)
      : tokens_(tokens), reporter_(reporter), layout_(reporter.text()) {}

  void Mend() {
    FindParentheses();
    if (HasSurplus(0, End())) {
      for (std::uint32_t begin = 0; begin < End();) {
        const std::uint32_t end = EndOfSpan(begin);
        if (HasSurplus(begin, end)) FindBraces(begin, end);
        begin = end;
      }
    }
    std::ranges::stable_sort(places_, {}, &Place::index);
    PutIn();
  }

 private:
  /// Before the token at `index` that opener is missing.
  struct Place {
    std::uint32_t index = 0;
    std::size_t type = 0;
  };
  struct Open {
    std::uint32_t line = 0;
    std::uint32_t indentation = 0;
  };

  std::uint32_t End() const { return static_cast<std::uint32_t>(tokens_.size() - 1); }
  std::size_t TypeAt(std::uint32_t index) const { return tokens_[std::min(index, End())].type(); }
  std::uint32_t LineOf(std::uint32_t index) const { return layout_.BeginOf(tokens_[index].begin()); }
  bool BeginsLine(std::uint32_t index) const {
    const std::uint32_t line = LineOf(index);
    return line + layout_.Indentation(line) == tokens_[index].begin();
  }

  bool HasSurplus(std::uint32_t begin, std::uint32_t end) const {
    int depth = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
      depth += TypeAt(i) == FlowLexer::LBRACE ? 1 : 0;
      depth -= TypeAt(i) == FlowLexer::RBRACE ? 1 : 0;
    }
    return depth < 0;
  }

  /// Up to the next declaration that nothing else can be.
  std::uint32_t EndOfSpan(std::uint32_t begin) const {
    for (std::uint32_t i = begin + 1; i < End(); ++i) {
      if (BeginsLine(i) && IsUnmistakable(tokens_, SkipAnnotations(tokens_, i))) return i;
    }
    return End();
  }

  /// All braces of the tokens, or none.
  void FindBraces(std::uint32_t begin, std::uint32_t end) {
    std::vector<Open> open;
    std::vector<Place> places;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (TypeAt(i) == FlowLexer::LBRACE) open.push_back({LineOf(i), layout_.Indentation(LineOf(i))});
      if (TypeAt(i) != FlowLexer::RBRACE) continue;
      const std::uint32_t line = LineOf(i);
      const std::uint32_t own = layout_.Indentation(line);
      if (!BeginsLine(i)) {
        const auto element = BeginOfElement(begin, i);
        if (!open.empty() && open.back().line == line)
          open.pop_back();
        else if (element)
          places.push_back({*element, FlowLexer::LBRACE});
        else
          return;
      } else if (!open.empty() && open.back().indentation == own) {
        open.pop_back();
      } else if (!open.empty() && open.back().indentation > own) {
        return;
      } else {
        const auto place = BehindHead(begin, i, own);
        if (!place) return;
        places.push_back({*place, FlowLexer::LBRACE});
      }
    }
    if (open.empty()) places_.insert(places_.end(), places.begin(), places.end());
  }

  /// Behind the last line before `closer` that is indented as that is, where it heads what is indented more.
  std::optional<std::uint32_t> BehindHead(std::uint32_t begin, std::uint32_t closer,
                                          std::uint32_t indentation) const {
    std::uint32_t next = closer;  // What begins the line behind.
    for (std::uint32_t i = closer; i-- > begin;) {
      if (!BeginsLine(i)) continue;
      const std::uint32_t found = layout_.Indentation(LineOf(i));
      if (found < indentation) return std::nullopt;
      if (found == indentation)
        return next < closer && TypeAt(next - 1) != FlowLexer::SEMICOLON ? std::optional(next) : std::nullopt;
      next = i;
    }
    return std::nullopt;
  }

  /// `a: b: 1 }`, `[a: 1 }`, and `a: 1 }` on a line of its own: where the record that ends at `closer`
  /// begins, on its line.
  std::optional<std::uint32_t> BeginOfElement(std::uint32_t begin, std::uint32_t closer) const {
    int depth = 0;
    for (std::uint32_t i = closer; i-- > begin + 2;) {
      if (IsCloser(TypeAt(i))) ++depth;
      if (IsOpener(TypeAt(i)) && depth-- == 0) return std::nullopt;
      if (depth == 0 && BeginsElement(i)) return i;
      if (BeginsLine(i)) return std::nullopt;
    }
    return std::nullopt;
  }

  bool BeginsElement(std::uint32_t index) const {
    if (!IsWord(TypeAt(index)) || TypeAt(index + 1) != FlowLexer::COLON) return false;
    const std::size_t before = TypeAt(index - 1);
    const bool next = before == FlowLexer::COMMA && TypeAt(index - 2) == FlowLexer::RBRACE;
    return before == FlowLexer::COLON || before == FlowLexer::LBRACKET || (next && BeginsLine(index));
  }

  /// `processor p x: int)`
  void FindParentheses() {
    for (std::uint32_t i = 0; i + 2 < End(); ++i) {
      const bool actor = TypeAt(i) == FlowLexer::PROCESSOR || TypeAt(i) == FlowLexer::ROUTER;
      if (!actor || !BeginsLine(i) || !IsWord(TypeAt(i + 1))) continue;
      if (BeginsMembers(i + 2)) places_.push_back({i + 2, FlowLexer::LPAREN});
      const std::uint32_t results = BehindArrow(i + 2);
      if (BeginsMembers(results)) places_.push_back({results, FlowLexer::LPAREN});
    }
  }

  /// Whose parenthesis is closed and was never opened.
  bool BeginsMembers(std::uint32_t index) const {
    const bool member = IsWord(TypeAt(index)) && TypeAt(index + 1) == FlowLexer::COLON;
    if (!member && TypeAt(index) != FlowLexer::RPAREN) return false;
    for (int depth = 0; index < End(); ++index) {
      const std::size_t type = TypeAt(index);
      if (type == FlowLexer::SEMICOLON || type == FlowLexer::LBRACE) break;
      if (type == FlowLexer::LPAREN) ++depth;
      if (type == FlowLexer::RPAREN && depth-- == 0) return true;
    }
    return false;
  }

  /// In the head of an actor; where that has no arrow, its end.
  std::uint32_t BehindArrow(std::uint32_t index) const {
    for (; index < End(); ++index) {
      const std::size_t type = TypeAt(index);
      if (type == FlowLexer::ARROW) return index + 1;
      if (type == FlowLexer::SEMICOLON || type == FlowLexer::LBRACE) break;
    }
    return End();
  }

  void PutIn() {
    if (places_.empty()) return;
    std::vector<Token> mended;
    mended.reserve(tokens_.size() + places_.size());
    auto place = places_.begin();
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      for (; place != places_.end() && place->index == i; ++place) {
        const std::uint32_t at = mended.back().end();
        Report(*place, at);
        mended.emplace_back(place->type, at, at);
      }
      mended.push_back(tokens_[i]);
    }
    tokens_ = std::move(mended);
  }

  void Report(const Place& place, std::uint32_t at) {
    const bool brace = place.type == FlowLexer::LBRACE;
    const source::SourceRange found =
        reporter_.Range(tokens_[place.index].begin(), tokens_[place.index].end());
    reporter_
        .Report(diag::Expected, found, diagnostics::Reason{brace ? "`{`" : "`(`"},
                diagnostics::Reason{"`" + std::string(reporter_.Text(found)) + "`"})
        .AddFix("open it here", {{reporter_.Range(at, at), brace ? " {" : "("}},
                diagnostics::Applicability::kMachine);
  }

  std::vector<Token>& tokens_;
  Reporter& reporter_;
  LineLayout layout_;
  std::vector<Place> places_;
};

}  // namespace

void MendMissingOpeners(std::vector<Token>& tokens, Reporter& reporter) {
  MissingOpeners(tokens, reporter).Mend();
}

}  // namespace meshc::syntax
