#include "compiler/syntax/parse/lex.h"

#include <FlowLexer.h>
#include <fmt/format.h>
#include <llvm/ADT/StringMap.h>

#include <algorithm>
#include <string>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/byte_stream.h"
#include "compiler/syntax/parse/contextual_words.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
namespace diag = diagnostics::diag;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The quote that ends a text which begins with `lexeme`; empty: it begins none.
std::string_view ClosingQuote(std::string_view lexeme) {
  if (lexeme == "'" || lexeme == "`") return lexeme;
  return lexeme.starts_with("\u201C") ? "\u201D" : "";
}

std::string Printable(std::string_view lexeme) {
  const auto byte = static_cast<unsigned char>(lexeme.front());
  if (byte < 0x20 || byte == 0x7F) return fmt::format("\\u{{{:X}}}", byte);
  return std::string(lexeme);
}

bool BeginsWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool GoesOnWord(char c) { return BeginsWord(c) || (c >= '0' && c <= '9'); }

/// Of what is a token whatever follows; 0: none of them.
std::size_t PlainSign(char c) {
  switch (c) {
    case '{': return FlowLexer::LBRACE;
    case '}': return FlowLexer::RBRACE;
    case '(': return FlowLexer::LPAREN;
    case ')': return FlowLexer::RPAREN;
    case '[': return FlowLexer::LBRACKET;
    case ']': return FlowLexer::RBRACKET;
    case ';': return FlowLexer::SEMICOLON;
    case ',': return FlowLexer::COMMA;
    case ':': return FlowLexer::COLON;
    default: return 0;
  }
}

/// As the grammar writes them.
const llvm::StringMap<std::size_t>& Keywords() {
  static const llvm::StringMap<std::size_t> kKeywords = [] {
    ByteStream none("");
    const FlowLexer lexer(&none);
    llvm::StringMap<std::size_t> keywords;
    for (std::size_t type = FlowLexer::MESH; type < FlowLexer::IDENTIFIER; ++type) {
      const std::string quoted(lexer.getVocabulary().getLiteralName(type));
      if (quoted.size() > 2) keywords[quoted.substr(1, quoted.size() - 2)] = type;
    }
    return keywords;
  }();
  return kKeywords;
}

/// More tokens than any token looks ahead, or words look around.
constexpr std::uint32_t kLookAround = 5;

class LexRun {
 public:
  explicit LexRun(Reporter& reporter)
      : reporter_(reporter), text_(reporter.text()), stream_(text_), lexer_(&stream_) {}

  TokenList Run() {
    list_.tokens.reserve(text_.size() / 5 + 1);
    if (text_.starts_with(kByteOrderMark)) stream_.seek(kByteOrderMark.size());
    stream_.SkipBlanks();
    while (!stream_.AtEnd()) Step();
    return Finish();
  }

  TokenList RunAgain(const TokenList& before, const TextChange& change) {
    Resume(before, change.begin);
    auto old = before.tokens.begin();
    std::uint32_t same = 0;  // So many tokens behind the change are as they were.
    while (!stream_.AtEnd() && same < kLookAround) {
      const std::size_t count = list_.tokens.size();
      Step();
      if (list_.tokens.size() == count) continue;
      const Token& token = list_.tokens.back();
      const std::uint32_t begin = token.begin() - change.grown();
      const bool behind = token.begin() >= change.end;
      if (behind) old = std::lower_bound(old, before.tokens.end(), begin, BeginsBefore);
      const bool agrees = behind && old->begin() == begin && old->end() + change.grown() == token.end();
      same = agrees ? same + 1 : 0;
    }
    if (same < kLookAround) return Finish();
    GoOn(before, static_cast<std::size_t>(old - before.tokens.begin()) + 1, change.grown());
    return Retag();
  }

 private:
  static bool BeginsBefore(const Token& token, std::uint32_t offset) { return token.begin() < offset; }

  TokenList Finish() {
    const auto end = static_cast<std::uint32_t>(text_.size());
    list_.tokens.emplace_back(antlr4::Token::EOF, end, end);
    return Retag();
  }

  TokenList Retag() {
    RetagContextualWords(list_.tokens, text_);
    return std::move(list_);
  }

  /// Keeps what stands well before `offset`, and goes on from there.
  void Resume(const TokenList& before, std::uint32_t offset) {
    const auto touched = std::find_if(before.tokens.begin(), before.tokens.end(),
                                      [&](const Token& t) { return t.end() >= offset; });
    const auto count = static_cast<std::size_t>(touched - before.tokens.begin());
    list_.tokens.reserve(before.tokens.size() + kLookAround);
    if (count > kLookAround)
      list_.tokens.assign(before.tokens.begin(), touched - static_cast<std::ptrdiff_t>(kLookAround));
    const std::uint32_t at = list_.tokens.empty() ? 0 : list_.tokens.back().end();
    for (const Comment& comment : before.comments) {
      if (comment.range.end <= at) list_.comments.push_back(comment);
    }
    stream_.seek(at == 0 && text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : at);
    stream_.SkipBlanks();
  }

  /// Takes over the tokens from the `first` on, and the comments among them, which have moved by `bytes`.
  void GoOn(const TokenList& before, std::size_t first, std::uint32_t bytes) {
    const std::size_t count = list_.tokens.size();
    list_.tokens.insert(list_.tokens.end(), before.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                        before.tokens.end());
    for (std::size_t i = count; i < list_.tokens.size(); ++i) list_.tokens[i].Move(bytes);
    const auto at = static_cast<std::uint32_t>(stream_.index());
    for (const Comment& comment : before.comments) {
      if (comment.range.begin < at - bytes) continue;
      Comment moved = comment;
      moved.range.begin += bytes;
      moved.range.end += bytes;
      list_.comments.push_back(moved);
    }
  }

  /// Reads a token or comment and the blanks behind it.
  void Step() {
    const auto begin = static_cast<std::uint32_t>(stream_.index());
    std::size_t type = MatchPlain(begin);
    if (type == 0)
      type = lexer_.getInterpreter<antlr4::atn::LexerATNSimulator>()->match(&stream_,
                                                                            antlr4::Lexer::DEFAULT_MODE);
    Take(type, begin, static_cast<std::uint32_t>(stream_.index()));
    stream_.SkipBlanks();
  }

  /// Words, brackets and separators are most of a text, and need no simulation. 0: it is none of them.
  std::size_t MatchPlain(std::uint32_t begin) {
    std::size_t end = begin + 1;
    std::size_t type = PlainSign(text_[begin]);
    if (BeginsWord(text_[begin])) {
      while (end < text_.size() && GoesOnWord(text_[end])) ++end;
      const auto keyword = Keywords().find({text_.data() + begin, end - begin});
      type = keyword == Keywords().end() ? std::size_t{FlowLexer::IDENTIFIER} : keyword->second;
    }
    if (type != 0) stream_.seek(end);
    return type;
  }

  void Take(std::size_t type, std::uint32_t begin, std::uint32_t end) {
    if (type <= FlowLexer::AT && type != FlowLexer::MALFORMED_NUMBER &&
        type != FlowLexer::UNTERMINATED_STRING && type != FlowLexer::UNTERMINATED_RAW_STRING) {
      TakeToken(type, begin, end);
    } else {
      TakeOther(type, begin, end);
    }
  }

  void TakeToken(std::size_t type, std::uint32_t begin, std::uint32_t end) {
    // `5.` reads as a number and a dot, which no legal program has side by side.
    if (type == FlowLexer::DOT && !list_.tokens.empty() && list_.tokens.back().type() == FlowLexer::NUMBER &&
        list_.tokens.back().end() == begin) {
      ReportNumber(list_.tokens.back().begin(), end);
      return;
    }
    if (type == FlowLexer::MINUS && BeginsRemark(begin)) return TakeRemark(begin, 2);
    list_.tokens.emplace_back(type, begin, end);
  }

  /// `-- text` where a statement or a declaration may begin: no operand stands before it.
  bool BeginsRemark(std::uint32_t begin) const {
    if (!text_.substr(begin).starts_with("--")) return false;
    if (list_.tokens.empty()) return true;
    const std::size_t before = list_.tokens.back().type();
    return before == FlowLexer::SEMICOLON || before == FlowLexer::LBRACE || before == FlowLexer::RBRACE;
  }

  void TakeOther(std::size_t type, std::uint32_t begin, std::uint32_t end) {
    switch (type) {
      case FlowLexer::DOC_COMMENT: return AddComment(CommentKind::kDoc, begin, end);
      case FlowLexer::LINE_COMMENT: return AddComment(CommentKind::kLine, begin, end);
      case FlowLexer::BLOCK_COMMENT: return AddComment(CommentKind::kBlock, begin, end);
      case FlowLexer::UNTERMINATED_COMMENT: return CutComment(begin, end);
      case FlowLexer::UNTERMINATED_STRING: return CutString(begin, end);
      case FlowLexer::UNTERMINATED_RAW_STRING: return CutRawString(begin, end);
      case FlowLexer::MALFORMED_NUMBER:
        ReportNumber(begin, end);
        list_.tokens.emplace_back(FlowLexer::NUMBER, begin, end);
        return;
      case FlowLexer::STRAY: return ReportStray(begin, end);
      default: return;
    }
  }

  void AddComment(CommentKind kind, std::uint32_t begin, std::uint32_t end) {
    while (kind != CommentKind::kBlock && end > begin && text_[end - 1] == '\r') --end;
    Comment comment;
    comment.range = reporter_.Range(begin, end);
    comment.kind = kind;
    list_.comments.push_back(comment);
  }

  void CutComment(std::uint32_t begin, std::uint32_t end) {
    reporter_.Report(diag::UnterminatedComment, reporter_.Range(begin, begin + 2))
        .AddFix("end it with `*/`", {{reporter_.Range(end, end), "*/"}});
    list_.cut_short = true;
  }

  void CutRawString(std::uint32_t begin, std::uint32_t end) {
    reporter_.Report(diag::UnterminatedRawString, reporter_.Range(begin, begin + 3))
        .AddHelp("end it with `\"\"\"`");
    list_.tokens.emplace_back(FlowLexer::STRING, begin, end);
    list_.cut_short = true;
  }

  // Closing brackets and separators at the end of the line were hardly meant to be in the string;
  // giving them back keeps the missing quote from unbalancing the file.
  void CutString(std::uint32_t begin, std::uint32_t end) {
    while (end > begin + 1 && std::string_view(")]};, \t").find(text_[end - 1]) != std::string_view::npos)
      --end;
    reporter_.Report(diag::UnterminatedString, reporter_.Range(begin, end))
        .AddFix("end it with `\"` on the same line", {{reporter_.Range(end, end), "\""}});
    list_.tokens.emplace_back(FlowLexer::STRING, begin, end);
    stream_.seek(end);
  }

  void ReportNumber(std::uint32_t begin, std::uint32_t end) {
    const source::SourceRange range = reporter_.Range(begin, end);
    reporter_.Report(diag::MalformedNumber, range, Lexeme{std::string(reporter_.Text(range))})
        .AddHelp("a fraction has digits on both sides of its point");
  }

  void ReportStray(std::uint32_t begin, std::uint32_t end) {
    const source::SourceRange range = reporter_.Range(begin, end);
    const std::string_view lexeme = reporter_.Text(range);
    if (!ClosingQuote(lexeme).empty() && TakeQuoted(begin, ClosingQuote(lexeme))) return;
    if (lexeme == "#") return TakeRemark(begin, 1);
    // What they stand for depends on their place, so the parser reports them.
    if (lexeme == "&" || lexeme == "|") return void(list_.tokens.emplace_back(FlowLexer::STRAY, begin, end));
    reporter_.Report(diag::StrayCharacter, range, Lexeme{Printable(lexeme)}).AddHelp("remove it");
  }

  /// `'text'`: what stands between the quotes, on one line, is read as a string.
  bool TakeQuoted(std::uint32_t begin, std::string_view closer) {
    const std::string_view line = text_.substr(begin, text_.substr(begin).find('\n'));
    const std::size_t opened = closer.size();
    const std::size_t closed = line.find(closer, opened);
    if (closed == std::string_view::npos) return false;
    const auto end = begin + static_cast<std::uint32_t>(closed + closer.size());
    std::string text = "\"";
    for (const char c : line.substr(opened, closed - opened)) {
      if (c == '"') text += '\\';
      text += c;
    }
    const source::SourceRange range = reporter_.Range(begin, end);
    // Text that is put together means more than its letters.
    const bool joins = line.substr(0, closed).find("${") != std::string_view::npos;
    reporter_.Report(diag::SingleQuotes, range, Lexeme{std::string(line.substr(0, opened))})
        .AddFix("strings stand in double quotes", {{range, text + "\""}},
                joins ? diagnostics::Applicability::kMaybe : diagnostics::Applicability::kMachine);
    list_.tokens.emplace_back(FlowLexer::STRING, begin, end);
    stream_.seek(end);
    return true;
  }

  /// `# text`, `-- text`: read as a comment.
  void TakeRemark(std::uint32_t begin, std::uint32_t size) {
    const source::SourceRange range = reporter_.Range(begin, begin + size);
    reporter_.Report(diag::StrayCharacter, range, Lexeme{std::string(reporter_.Text(range))})
        .AddFix("comments begin with `//`", {{range, "//"}}, diagnostics::Applicability::kMachine);
    stream_.seek(std::min(text_.find('\n', begin), text_.size()));
  }

  Reporter& reporter_;
  std::string_view text_;
  ByteStream stream_;
  FlowLexer lexer_;
  TokenList list_;
};

}  // namespace

TokenList Lex(Reporter& reporter) { return LexRun(reporter).Run(); }

TokenList LexAgain(Reporter& reporter, const TokenList& before, const TextChange& change) {
  return LexRun(reporter).RunAgain(before, change);
}

}  // namespace meshc::syntax
