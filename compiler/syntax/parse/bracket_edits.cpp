#include "compiler/syntax/parse/bracket_edits.h"

#include <FlowLexer.h>
#include <fmt/format.h>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
using diagnostics::Reason;
using Kind = BracketEdit::Kind;
namespace diag = diagnostics::diag;

std::string_view BracketSpelling(std::size_t bracket) {
  switch (bracket) {
    case FlowLexer::LBRACE: return "{";
    case FlowLexer::RBRACE: return "}";
    case FlowLexer::LPAREN: return "(";
    case FlowLexer::RPAREN: return ")";
    case FlowLexer::LBRACKET: return "[";
    case FlowLexer::SEMICOLON: return ";";
    case FlowLexer::COMMA: return ",";
    case FlowLexer::TRUE_WORD: return " true";
    case FlowLexer::ELSE: return " else";
    default: return "]";
  }
}

/// One after the other, as they stand in the text.
class BracketReports {
 public:
  BracketReports(const std::vector<Token>& tokens, const std::vector<BracketEdit>& edits, Reporter& reporter)
      : tokens_(tokens), edits_(edits), reporter_(reporter) {}

  void Run() {
    for (std::size_t i = 0; i < edits_.size();) {
      std::size_t end = i + 1;
      if (edits_[i].kind == Kind::kFill) {
        ++i;
        continue;
      }
      while (end < edits_.size() && LineOf(edits_[end]) == LineOf(edits_[i])) ++end;
      Report(i, end);
      i = end;
    }
  }

 private:
  source::SourceRange RangeOf(std::uint32_t index) const {
    return reporter_.Range(tokens_[index].begin(), tokens_[index].end());
  }
  std::string TextOf(std::uint32_t index) const { return std::string(reporter_.Text(RangeOf(index))); }
  /// Behind the token before it.
  std::uint32_t PlaceOf(const BracketEdit& edit) const { return tokens_[edit.index - 1].end(); }
  std::uint32_t LineOf(const BracketEdit& edit) const {
    return reporter_.LineOf(edit.kind == Kind::kRemove ? tokens_[edit.index].begin() : PlaceOf(edit));
  }

  /// Edits [begin, end) are of one line.
  void Report(std::size_t begin, std::size_t end) {
    const BracketEdit& first = edits_[begin];
    switch (first.kind) {
      case Kind::kClose: return ReportOpen(begin, end);
      case Kind::kOpen: return ReportMissing(first);
      case Kind::kFill: return;
      case Kind::kRemove:
        reporter_.Report(diag::StrayCloser, RangeOf(first.index), Lexeme{TextOf(first.index)})
            .AddFix("remove it", {{RangeOf(first.index), ""}});
    }
  }

  void ReportOpen(std::size_t begin, std::size_t end) {
    const BracketEdit& first = edits_[begin];
    auto report =
        reporter_.Report(diag::UnclosedBracket, RangeOf(first.opener), Lexeme{TextOf(first.opener)});
    report.AddLabel(RangeOf(first.next), "open up to here");
    std::string missing;
    for (std::size_t i = begin; i < end && edits_[i].index == first.index && edits_[i].kind != Kind::kRemove;
         ++i)
      missing +=
          fmt::format("{}{}", edits_[i].kind == Kind::kOpen ? " " : "", BracketSpelling(edits_[i].type));
    const std::uint32_t place = PlaceOf(first);
    report.AddFix(fmt::format("close it with `{}`", missing), {{reporter_.Range(place, place), missing}});
  }

  void ReportMissing(const BracketEdit& edit) {
    const std::uint32_t place = PlaceOf(edit);
    const bool same_line = reporter_.LineOf(place) == reporter_.LineOf(tokens_[edit.index].begin());
    // What lacks at the end of a line lacks there, not where the next one begins.
    reporter_
        .Report(diag::Expected, RangeOf(same_line ? edit.index : edit.index - 1),
                Reason{fmt::format("`{}`", BracketSpelling(edit.type))},
                Reason{fmt::format("`{}`", TextOf(edit.index))})
        .AddFix("open it here",
                {{reporter_.Range(place, place),
                  edit.type == FlowLexer::LBRACE ? " {" : std::string(BracketSpelling(edit.type))}},
                diagnostics::Applicability::kMachine);
  }

  const std::vector<Token>& tokens_;
  const std::vector<BracketEdit>& edits_;
  Reporter& reporter_;
};

}  // namespace

std::size_t PartnerType(std::size_t bracket) {
  switch (bracket) {
    case FlowLexer::LBRACE: return FlowLexer::RBRACE;
    case FlowLexer::RBRACE: return FlowLexer::LBRACE;
    case FlowLexer::LPAREN: return FlowLexer::RPAREN;
    case FlowLexer::RPAREN: return FlowLexer::LPAREN;
    case FlowLexer::LBRACKET: return FlowLexer::RBRACKET;
    case FlowLexer::RBRACKET: return FlowLexer::LBRACKET;
    default: return 0;
  }
}

bool BalancesBrackets(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t end,
                      const std::vector<BracketEdit>& edits) {
  std::vector<std::size_t> open;
  const auto take = [&](std::size_t type) {
    if (IsOpener(type)) {
      open.push_back(type);
    } else if (IsCloser(type)) {
      if (open.empty() || PartnerType(type) != open.back()) return false;
      open.pop_back();
    }
    return true;
  };
  auto edit = edits.begin();
  for (std::uint32_t i = begin; i <= end; ++i) {
    bool removed = false;
    for (; edit != edits.end() && edit->index == i; ++edit) {
      removed |= edit->kind == Kind::kRemove;
      if (edit->kind != Kind::kRemove && !take(edit->type)) return false;
    }
    if (i < end && !removed && !take(tokens[i].type())) return false;
  }
  return open.empty();
}

void MakeBracketEdits(std::vector<Token>& tokens, const std::vector<BracketEdit>& edits, Reporter& reporter) {
  if (edits.empty()) return;
  BracketReports(tokens, edits, reporter).Run();
  std::vector<Token> mended;
  mended.reserve(tokens.size() + edits.size());
  auto edit = edits.begin();
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    bool removed = false;
    for (; edit != edits.end() && edit->index == i; ++edit) {
      removed |= edit->kind == Kind::kRemove;
      if (edit->kind == Kind::kRemove) continue;
      const std::uint32_t place = tokens[i - 1].end();
      mended.emplace_back(edit->type, place, place);
    }
    if (!removed) mended.push_back(tokens[i]);
  }
  tokens.swap(mended);
}

}  // namespace meshc::syntax
