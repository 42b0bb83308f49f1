// Declarations that Flow has no word for: `const x = 1;`, `from lib import x;`.
#include <FlowLexer.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;
using diagnostics::Lexeme;

/// Copies the tokens from the first one on that it takes out or puts others for.
class ForeignDeclarations {
 public:
  ForeignDeclarations(std::vector<Token>& tokens, Reporter& reporter)
      : tokens_(tokens), reporter_(reporter) {}

  void Mend() {
    int depth = 0;
    while (at_ < tokens_.size()) {
      const bool begins = Begins();
      if (begins && IsUnmistakable(tokens_, SkipAnnotations(tokens_, static_cast<std::uint32_t>(at_))))
        depth = 0;
      if (depth == 0 && begins && (TakeConstant() || TakeImport())) continue;
      if (IsOpener(Type(at_))) ++depth;
      if (IsCloser(Type(at_))) depth = std::max(depth - 1, 0);
      if (mends_) mended_.push_back(tokens_[at_]);
      ++at_;
    }
    if (mends_) tokens_ = std::move(mended_);
  }

 private:
  std::size_t Type(std::size_t index) const {
    return index < tokens_.size() ? tokens_[index].type() : antlr4::Token::EOF;
  }
  std::string_view Text(std::size_t index) const { return reporter_.Text(Range(index, index + 1)); }
  source::SourceRange Range(std::size_t first, std::size_t end) const {
    return reporter_.Range(tokens_[first].begin(), tokens_[end - 1].end());
  }
  bool IsWordAt(std::size_t index) const { return syntax::IsWord(Type(index)); }

  bool Begins() const {
    const std::vector<Token>& behind = mends_ ? mended_ : tokens_;
    const std::size_t count = mends_ ? mended_.size() : at_;
    const std::size_t before = count == 0 ? std::size_t{FlowLexer::SEMICOLON} : behind[count - 1].type();
    return before == FlowLexer::SEMICOLON || before == FlowLexer::RBRACE;
  }

  /// Behind the `;` of what begins at `first`, or where the next line begins.
  std::size_t EndOfLine(std::size_t first) const {
    const std::uint32_t line = reporter_.LineOf(tokens_[first].begin());
    std::size_t end = first + 1;
    while (Type(end) != antlr4::Token::EOF && reporter_.LineOf(tokens_[end].begin()) == line) {
      if (Type(end++) == FlowLexer::SEMICOLON) break;
    }
    return end;
  }

  /// `const limit = 3;`
  bool TakeConstant() {
    constexpr std::string_view kWords[] = {"const", "let", "var", "val", "final", "define"};
    const bool constant = Type(at_) == FlowLexer::IDENTIFIER && IsWordAt(at_ + 1) &&
                          (Type(at_ + 2) == FlowLexer::ASSIGN || Type(at_ + 2) == FlowLexer::COLON) &&
                          std::find(std::begin(kWords), std::end(kWords), Text(at_)) != std::end(kWords);
    if (!constant) return false;
    reporter_.Report(diag::UnknownDeclaration, Range(at_, at_ + 1), Lexeme{std::string(Text(at_))})
        .AddHelp("there are no constants: write the value where it is used, or as the default of a field");
    GoOnAt(EndOfLine(at_));
    return true;
  }

  /// `from lib import x;`
  bool TakeImport() {
    if (Type(at_) != FlowLexer::IDENTIFIER || Text(at_) != "from") return false;
    const std::size_t first = at_ + 1;
    std::size_t import = first + 1;
    while (Type(import) == FlowLexer::DOT && IsWordAt(import + 1)) import += 2;
    const bool named = IsWordAt(first) || Type(first) == FlowLexer::STRING;
    if (!named || Type(import) != FlowLexer::IMPORT || !IsWordAt(import + 1)) return false;
    const std::size_t end = EndOfLine(at_);
    // The library's parts are files of their own.
    const bool library = import == first + 1 && Text(first) == "std";
    std::vector<Token> meant(tokens_.begin() + static_cast<std::ptrdiff_t>(first),
                             tokens_.begin() + static_cast<std::ptrdiff_t>(import));
    std::string text = "import " + std::string(reporter_.Text(Range(first, import)));
    if (library) {
      const std::uint32_t place = tokens_[first].end();
      meant.insert(meant.end(), {Token(FlowLexer::DOT, place, place), tokens_[import + 1]});
      text += "." + std::string(Text(import + 1));
    }
    Respell(end, text + ";", std::move(meant));
    return true;
  }

  void Respell(std::size_t end, const std::string& text, std::vector<Token> meant) {
    const source::SourceRange range = Range(at_, end);
    reporter_.Report(diag::ForeignSpelling, range, Lexeme{std::string(reporter_.Text(range))}, Lexeme{text})
        .AddFix("write `" + text + "`", {{range, text}}, diagnostics::Applicability::kMachine);
    const std::uint32_t last = tokens_[end - 1].end();
    const Token first(FlowLexer::IMPORT, tokens_[at_].begin(), tokens_[at_].end());
    GoOnAt(end);
    mended_.push_back(first);
    mended_.insert(mended_.end(), meant.begin(), meant.end());
    mended_.emplace_back(FlowLexer::SEMICOLON, last, last);
  }

  /// Leaves out the tokens from here to `end`.
  void GoOnAt(std::size_t end) {
    if (!mends_) mended_.assign(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(at_));
    mends_ = true;
    at_ = end;
  }

  std::vector<Token>& tokens_;
  Reporter& reporter_;
  std::size_t at_ = 0;
  bool mends_ = false;
  std::vector<Token> mended_;  ///< If it mends: what becomes of those before `at_`.
};

}  // namespace

void MendForeignDeclarations(std::vector<Token>& tokens, Reporter& reporter) {
  ForeignDeclarations(tokens, reporter).Mend();
}

}  // namespace meshc::syntax
