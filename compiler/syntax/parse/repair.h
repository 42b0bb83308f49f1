// One mistake of the parser as a repair sees it: the tokens around, and the means to put others there.
//
// People write what other languages have taught them. Where the parser stops at such a spelling, it is
// reported with what Flow writes instead, the tokens are changed to that, and the declaration is parsed
// again as if it had been right: one mistake is one finding, and later stages see what was meant.
#pragma once

#include <FlowParser.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/syntax/parse/meant_texts.h"
#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token_window.h"

namespace meshc::syntax {

/// Where the parser stopped.
struct Mistake {
  std::uint32_t at = 0;            ///< In the window.
  std::vector<std::size_t> rules;  ///< Those that it was in, the innermost first.
};

class Repair {
 public:
  using Applicability = diagnostics::Applicability;
  using Edits = std::vector<diagnostics::Edit>;

  Repair(TokenWindow& window, Reporter& reporter, MeantTexts& meant, const Mistake& mistake)
      : window_(window), reporter_(reporter), meant_(meant), mistake_(mistake) {}

  // ---- What is there ----
  std::uint32_t at() const { return mistake_.at; }
  std::size_t rule() const { return mistake_.rules.empty() ? std::size_t(-1) : mistake_.rules.front(); }
  /// True if the parser is in `rule`, however deep.
  bool In(std::size_t rule) const;
  /// Outside of the declaration: EOF.
  std::size_t Type(std::uint32_t index) const;
  bool Is(std::uint32_t index, std::initializer_list<std::size_t> types) const;
  std::string_view Text(std::uint32_t index) const;
  bool IsWord(std::uint32_t index, std::initializer_list<std::string_view> words) const;
  /// True if nothing stands between the token and the one before it.
  bool Touches(std::uint32_t index) const;
  bool BeginsLine(std::uint32_t index) const;
  /// True if a type or a default may end here.
  bool EndsMember(std::uint32_t index) const {
    return EndsOperand(index) || Is(index, {FlowParser::QUESTION, FlowParser::RBRACE});
  }
  /// A name, a literal or a closing bracket: an operand may end here.
  bool EndsOperand(std::uint32_t index) const;
  bool BeginsOperand(std::uint32_t index) const;
  std::uint32_t Partner(std::uint32_t index) const { return At(index).partner(); }
  /// The first token of the statement, member or arm that `index` stands in.
  std::uint32_t BeginOfItem(std::uint32_t index) const;
  /// The first token behind the operand that begins at `index`: a path, a literal, brackets.
  std::uint32_t EndOfOperand(std::uint32_t index) const;
  /// The `;`, block or closing bracket that ends what `index` stands in.
  std::uint32_t FindEnd(std::uint32_t index) const;
  /// The bracket that `index` stands in; none: the begin of the declaration less one.
  std::uint32_t OpenerAround(std::uint32_t index) const;
  /// Indices of this level between two places.
  std::vector<std::uint32_t> Level(std::uint32_t first, std::uint32_t end) const;
  /// The source from one token up to another, shortened in a message only.
  std::string Source(std::uint32_t first, std::uint32_t end) const;

  // ---- What is put there ----
  /// Before the first token and behind the last one there is the end of the file.
  const Token& At(std::uint32_t index) const {
    static const Token kNone(antlr4::Token::EOF, 0, 0);
    return index < window_.tokens().size() ? window_.tokens()[index] : kNone;
  }
  /// The tokens from `first` up to `end`.
  std::vector<Token> Copy(std::uint32_t first, std::uint32_t end) const;
  /// A keyword or sign that stands for the token at `index`.
  Token As(std::size_t type, std::uint32_t index) const { return {type, At(index).begin(), At(index).end()}; }
  /// A sign that nothing in the source stands for, behind the token at `index`.
  Token Insert(std::size_t type, std::uint32_t index) const {
    return {type, At(index).end(), At(index).end()};
  }
  /// A name or number that reads `text` and stands where the token at `index` does.
  Token Read(std::size_t type, std::uint32_t index, std::string text) const;

  /// The token itself, read as `text`.
  Token ReadAs(const Token& token, std::string text) const;

  // ---- What comes of it; each returns true, so that a repair may end with it ----
  /// "`written` is written `meant`": the tokens from `first` up to `end`, which `tokens` replace.
  bool Respell(std::uint32_t first, std::uint32_t end, const std::string& meant, std::vector<Token> tokens,
               Applicability applicability = Applicability::kMachine);
  /// The tokens mean nothing: they go.
  bool Drop(std::uint32_t first, std::uint32_t end, std::string help,
            Applicability applicability = Applicability::kMachine);
  /// The same for several places at once; the finding stands at the token `place`, or at several.
  bool RespellAll(std::uint32_t place, std::uint32_t place_end, const std::string& meant, std::string help,
                  Edits edits, std::vector<Token> tokens, std::uint32_t first, std::uint32_t end);
  bool RespellAll(std::uint32_t place, const std::string& meant, std::string help, Edits edits,
                  std::vector<Token> tokens, std::uint32_t first, std::uint32_t end);
  /// Nothing is said: what follows from it is reported later.
  bool Change(std::uint32_t first, std::uint32_t end, std::vector<Token> tokens);
  /// Reports `row` at the tokens from `first` up to `end`, which `tokens` replace.
  template <typename Argument>
  bool ReportAll(const diagnostics::Row<Argument>& row, source::SourceRange place,
                 std::type_identity_t<Argument> argument, std::string help, Edits edits,
                 std::vector<Token> tokens, std::uint32_t first, std::uint32_t end) {
    Replace(first, end, std::move(tokens));
    reporter_.Report(row, place, std::move(argument))
        .AddFix(std::move(help), std::move(edits), Applicability::kMachine);
    return true;
  }
  template <typename... Arguments>
  diagnostics::Builder Report(const diagnostics::Row<Arguments...>& row, std::uint32_t first,
                              std::uint32_t end, std::vector<Token> tokens,
                              std::type_identity_t<Arguments>... arguments) {
    const source::SourceRange range = Range(first, end);
    Replace(first, end, std::move(tokens));
    return reporter_.Report(row, range, std::move(arguments)...);
  }
  source::SourceRange Range(std::uint32_t first, std::uint32_t end) const;
  /// The place behind the token at `index`.
  source::SourceRange Behind(std::uint32_t index) const {
    return reporter_.Range(At(index).end(), At(index).end());
  }

 private:
  void Replace(std::uint32_t first, std::uint32_t end, std::vector<Token> tokens);

  TokenWindow& window_;
  Reporter& reporter_;
  MeantTexts& meant_;
  const Mistake& mistake_;
};

}  // namespace meshc::syntax
