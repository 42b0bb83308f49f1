#include "codegen/schema/ecma_pattern.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace meshc::codegen {
namespace {

constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
constexpr std::string_view kDigits = "0-9";
constexpr std::string_view kWord = "0-9A-Za-z_";
constexpr std::string_view kBlanks = "\\t\\n\\f\\r ";
// All else, up to U+10FFFF.
constexpr std::string_view kNoDigits = "\\x00-\\/:-\xf4\x8f\xbf\xbf";
constexpr std::string_view kNoWord = "\\x00-\\/:-@\\[-\\^`\\{-\xf4\x8f\xbf\xbf";
constexpr std::string_view kNoBlanks = "\\x00-\\x08\\x0B\\x0E-\\x1F!-\xf4\x8f\xbf\xbf";

/// The classes of POSIX, which stand within brackets.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kClasses = {{
    {"alnum", "0-9A-Za-z"},
    {"alpha", "A-Za-z"},
    {"ascii", "\\x00-\\x7F"},
    {"blank", "\\t "},
    {"cntrl", "\\x00-\\x1F\\x7F"},
    {"digit", "0-9"},
    {"graph", "!-~"},
    {"lower", "a-z"},
    {"print", " -~"},
    {"punct", "!-\\/:-@\\[-`\\{-~"},
    {"space", "\\t\\n\\v\\f\\r "},
    {"upper", "A-Z"},
    {"word", "0-9A-Za-z_"},
    {"xdigit", "0-9A-Fa-f"},
}};

/// Readers that are not of ECMA-262 let `$` stand before a line end, too.
constexpr std::string_view kEnd = "$(?!\\n)";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {}

  std::optional<std::string> Run() {
    while (!rest_.empty() && possible_) Next();
    return possible_ ? std::optional(std::move(text_)) : std::nullopt;
  }

 private:
  bool Take(std::string_view wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(wanted.size());
    return true;
  }
  char TakeOne() {
    const char c = rest_.empty() ? '\0' : rest_.front();
    rest_.remove_prefix(rest_.empty() ? 0 : 1);
    return c;
  }
  /// Up to `end`, which goes too.
  std::string_view TakeUntil(std::string_view end) {
    const std::size_t at = rest_.find(end);
    const std::string_view taken = rest_.substr(0, at);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
    return taken;
  }

  void Next() {
    if (Take("\\")) return Escape(false);
    if (Take("[")) return Brackets();
    if (Take("(?")) return Group();
    const char c = TakeOne();
    if (c == '.') {
      text_ += "[^\\n]";  // There it is no line separator of Unicode either.
    } else if (c == '^' || c == '$') {
      Assertion(c == '^' ? "^" : kEnd);
    } else if (c == ']' || c == '}') {
      Literal(c);
    } else if (c == '{' && IsRepetition(rest_)) {
      text_ += fmt::format("{{{}}}", TakeUntil("}"));
    } else if (c == '{') {
      Literal(c);
    } else {
      text_ += c;
    }
  }

  /// Behind a `{`: `2}`, `2,}` or `2,5}`.
  static bool IsRepetition(std::string_view rest) {
    const std::string_view inside = rest.substr(0, rest.find('}'));
    if (inside.size() == rest.size() || inside.empty() || !IsDigit(inside.front())) return false;
    return inside.find_first_not_of("0123456789,") == std::string_view::npos;
  }

  void Group() {
    if (Take(":")) {
      text_ += "(?:";
    } else if (Take("P<")) {
      TakeUntil(">");  // Nobody asks for it, and dialects spell it differently.
      text_ += '(';
    } else {
      possible_ = false;
    }
  }

  /// It has no length; only RE2 lets it be repeated.
  void Assertion(std::string_view text) {
    text_ += text;
    const bool repeated =
        !rest_.empty() && (std::string_view("*+?").find(rest_.front()) != std::string_view::npos ||
                           (rest_.front() == '{' && IsRepetition(rest_.substr(1))));
    possible_ = possible_ && !repeated;
  }

  void Literal(char c) {
    if (kSyntax.find(c) != std::string_view::npos) text_ += '\\';
    text_ += c;
  }

  /// Behind a backslash.
  void Escape(bool in_brackets) {
    const char c = TakeOne();
    switch (c) {
      case 'A': return Assertion("^");
      case 'z': return Assertion(kEnd);
      case 'b': return Assertion("\\b");
      case 'B': return Assertion("\\B");
      case 'a': text_ += "\\x07"; return;
      case 'd': return Class(kDigits, in_brackets);
      case 'w': return Class(kWord, in_brackets);
      case 's': return Class(kBlanks, in_brackets);
      case 'D': return NoClass(kDigits, kNoDigits, in_brackets);
      case 'W': return NoClass(kWord, kNoWord, in_brackets);
      case 'S': return NoClass(kBlanks, kNoBlanks, in_brackets);
      case 'x': return Code();
      case 'p':
      case 'P': return Property(c);
      case 'Q':
        for (const char literal : TakeUntil("\\E")) Literal(literal);
        return;
      case 'C': possible_ = false; return;
      default: break;
    }
    if (std::string_view("ftnrv").find(c) != std::string_view::npos ||
        kSyntax.find(c) != std::string_view::npos || (in_brackets && c == '-')) {
      text_ += {'\\', c};
    } else {
      possible_ = possible_ && !IsDigit(c);
      text_ += c;
    }
  }

  /// In words that each dialect has: some count letters and digits of all scripts to `\w` and `\d`.
  void Class(std::string_view characters, bool in_brackets) {
    text_ += in_brackets ? std::string(characters) : fmt::format("[{}]", characters);
  }
  void NoClass(std::string_view characters, std::string_view others, bool in_brackets) {
    text_ += in_brackets ? std::string(others) : fmt::format("[^{}]", characters);
  }

  /// `\x41`, `\x{1F600}`
  void Code() {
    if (!Take("{")) {
      text_ += "\\x";
      return;
    }
    const std::string_view digits = TakeUntil("}");
    std::uint32_t point = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), point, 16);
    if (point < 0x10000) {
      text_ += fmt::format("\\u{:04X}", point);
      return;
    }
    const auto add = [this](std::uint32_t byte) { text_ += static_cast<char>(byte); };
    add(0xF0 | (point >> 18));  // There is no escape that each dialect has.
    for (const int shift : {12, 6, 0}) add(0x80 | ((point >> shift) & 0x3FU));
  }

  /// `\pN`, `\p{Greek}`, `\p{^Greek}`: a name of one or two letters is a category, another one a script.
  void Property(char letter) {
    const bool braces = Take("{");
    if (braces && Take("^")) letter = letter == 'p' ? 'P' : 'p';
    const std::string name = braces ? std::string(TakeUntil("}")) : std::string(1, TakeOne());
    const bool category = name.size() <= 2 || name == "Any";
    text_ += fmt::format("\\{}{{{}{}}}", letter, category ? "" : "Script=", name);
  }

  /// Behind a `[`.
  void Brackets() {
    text_ += '[';
    if (Take("^")) text_ += '^';
    if (Take("]")) text_ += "\\]";
    while (possible_ && !rest_.empty() && !Take("]")) InBrackets();
    text_ += ']';
  }

  void InBrackets() {
    if (Take("[:")) {
      const std::string_view name = TakeUntil(":]");
      for (const auto& [known, characters] : kClasses) {
        if (known == name) {
          text_ += characters;
          return;
        }
      }
      possible_ = false;  // `[:^alpha:]`
    } else if (Take("\\")) {
      Escape(true);
    } else {
      Literal(TakeOne());
    }
  }

  std::string_view rest_;
  std::string text_;
  bool possible_ = true;
};

}  // namespace

std::optional<std::string> ToEcmaPattern(std::string_view pattern) { return Translation(pattern).Run(); }

}  // namespace meshc::codegen
