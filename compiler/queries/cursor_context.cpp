#include "compiler/queries/cursor_context.h"

#include <algorithm>
#include <array>

#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

using syntax::TextToken;
using syntax::TokenKind;

/// Words that go on with an item behind its block.
constexpr std::array<std::string_view, 17> kGoesOn{"else", "until",   "on",     "finally", "as", "collect",
                                                   "into", "timeout", "retry",  "->",      ",",  "=>",
                                                   "then", "times",   "policy", "takes",   "max"};

/// A declaration begins with one of these at the outermost level.
constexpr std::array<std::string_view, 15> kDeclares{"mesh", "import",   "record", "enum",      "union",
                                                     "type", "envelope", "error",  "processor", "router",
                                                     "flow", "scenario", "policy", "flavor",    "deploy"};

template <typename List>
bool Holds(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool BeginsLine(std::string_view text, std::uint32_t at) { return at == 0 || text[at - 1] == '\n'; }

/// A declaration at the begin of a line ends whatever is open: its bracket is still to be written.
bool BeginsAnew(std::string_view text, const TextToken& token) {
  return BeginsLine(text, token.begin) && token.kind == TokenKind::kKeyword &&
         Holds(kDeclares, token.In(text));
}

std::vector<TextToken> TokensBetween(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  std::vector<TextToken> tokens = syntax::ReadTokens(text.substr(begin, end - begin));
  for (TextToken& token : tokens) {
    token.begin += begin;
    token.end += begin;
  }
  return tokens;
}

/// The tokens up to the place from the last declaration on that ends whatever is open: those before it say
/// nothing of the place.
std::vector<TextToken> TokensOfContext(const CheckedRoot& root, Place place) {
  const std::string_view text = root.sources().Text(place.file);
  const syntax::File* file = root.FileOf(place.file);
  if (file == nullptr) return TokensBetween(text, 0, place.offset);
  for (auto each = file->declarations.rbegin(); each != file->declarations.rend(); ++each) {
    const std::uint32_t begin = (*each)->range.begin;
    if (begin >= place.offset || !BeginsLine(text, begin) || text[begin] == '@') continue;
    std::vector<TextToken> tokens = TokensBetween(text, begin, place.offset);
    if (!tokens.empty() && BeginsAnew(text, tokens.front())) return tokens;
  }
  return TokensBetween(text, 0, place.offset);
}

class ContextReader {
 public:
  explicit ContextReader(std::string_view text) : text_(text) { around_.push_back({}); }

  void Take(const TextToken& token) {
    const std::string_view word = token.In(text_);
    if (BeginsAnew(text_, token)) around_.assign(1, {});
    if (word == "{" || word == "(" || word == "[") return Open(word.front());
    if (word == "}" || word == ")" || word == "]") return Close(word.front());
    Enclosing& at = around_.back();
    if (word == ";" || (word == "," && SeparatesItems(at))) return Finish();
    if (!at.item.empty() && at.item.back() == "{}" && at.bracket != '(' && !GoesOn(word) && !IsOperand(at))
      Finish();
    around_.back().item.emplace_back(word);
  }

  std::vector<Enclosing> Result() { return std::move(around_); }

 private:
  /// Lists within an item, like `raises a, b` and patterns, go on behind a comma.
  static bool SeparatesItems(const Enclosing& at) {
    if (at.bracket == '(' || at.bracket == '[') return true;
    if (at.bracket == 0 || at.item.empty()) return false;
    return at.item.size() > 1 && at.item[1] == ":";
  }

  /// What a block is the value of goes on behind it.
  static bool IsOperand(const Enclosing& at) {
    return at.item.size() > 1 && at.item[at.item.size() - 2] == "=";
  }

  void Open(char bracket) {
    Enclosing& at = around_.back();
    // The labels of a router are followed by the block of its properties.
    const bool goes_on = at.item.empty() || at.item.back() != "{}" || at.item.front() == "router";
    if (!goes_on && bracket == '{' && at.bracket != '(') Finish();
    Enclosing inner;
    inner.bracket = bracket;
    inner.head = around_.back().item;
    around_.push_back(std::move(inner));
  }

  void Close(char bracket) {
    if (around_.size() == 1) return;
    around_.pop_back();
    around_.back().item.emplace_back(bracket == '}' ? "{}" : bracket == ')' ? "()" : "[]");
  }

  void Finish() {
    Enclosing& at = around_.back();
    if (!at.item.empty()) at.done.push_back(std::move(at.item));
    at.item.clear();
  }

  std::string_view text_;
  std::vector<Enclosing> around_;
};

}  // namespace

bool GoesOn(std::string_view word) { return Holds(kGoesOn, word); }

CursorContext ReadContext(const CheckedRoot& root, Place place) {
  const std::string_view text = root.sources().Text(place.file);
  CursorContext context;
  const std::uint32_t offset = std::min(place.offset, static_cast<std::uint32_t>(text.size()));
  context.word_begin = offset;
  while (context.word_begin > 0 && IsWordByte(text[context.word_begin - 1])) --context.word_begin;
  ContextReader reader(text);
  for (const TextToken& token : TokensOfContext(root, {place.file, offset})) {
    const bool comment = token.kind == TokenKind::kComment || token.kind == TokenKind::kDocComment;
    const std::string_view line_rest = text.substr(token.end, offset - token.end);
    if (comment) {
      const bool line = token.In(text).starts_with("//");
      context.in_comment = token.end == offset ? line || !token.In(text).ends_with("*/")
                                               : line && line_rest.find('\n') == std::string_view::npos;
      continue;
    }
    if (token.kind == TokenKind::kString && token.end == offset) {
      const std::string_view inner = token.In(text);
      context.in_string = inner.size() < 2 || inner.back() != '"';
      if (context.in_string) {
        context.word_begin = token.begin + 1;
        continue;
      }
    }
    if (token.begin < context.word_begin) reader.Take(token);
  }
  context.word = std::string(text.substr(context.word_begin, offset - context.word_begin));
  context.around = reader.Result();
  // A word behind a block begins a new item unless it goes on with it.
  Words& item = context.around.back().item;
  if (!item.empty() && item.back() == "{}" && context.around.size() == 1 && !context.word.empty() &&
      context.word != "o" && context.word != "on" && !context.word.starts_with("f"))
    item.clear();
  return context;
}

}  // namespace meshc::queries
