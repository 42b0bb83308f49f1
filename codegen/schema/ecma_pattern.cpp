#include "codegen/schema/ecma_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace meshc::codegen {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
/// Classes as pairs of their first and last characters, all of ASCII.
constexpr std::string_view kDigits = "09";
constexpr std::string_view kWord = "09AZaz__";
constexpr std::string_view kBlanks = "\t\t\n\n\f\f\r\r  ";

/// The classes of POSIX, which stand within brackets.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kClasses = {{
    {"alnum", "09AZaz"},
    {"alpha", "AZaz"},
    {"ascii", "\0\x7F"sv},
    {"blank", "\t\t  "},
    {"cntrl", "\0\x1F\x7F\x7F"sv},
    {"digit", "09"},
    {"graph", "!~"},
    {"lower", "az"},
    {"print", " ~"},
    {"punct", "!/:@[`{~"},
    {"space", "\t\r  "},
    {"upper", "AZ"},
    {"word", "09AZaz__"},
    {"xdigit", "09AFaf"},
}};

/// Readers that are not of ECMA-262 let `$` stand before a line end, too.
constexpr std::string_view kEnd = "$(?!\\n)";

constexpr EcmaGap kFlags = {"flags within a pattern", "write it without them, as `[Aa]` for `(?i)a`"};
constexpr EcmaGap kBytes = {"single bytes", "write the characters that are meant in place of `\\C`"};
constexpr EcmaGap kRepeatedAssertions = {"repeated assertions",
                                         "write `^`, `$` or `\\b` once, without a repetition"};

bool IsOctal(char c) { return c >= '0' && c <= '7'; }

/// A character of ASCII within brackets.
std::string InClass(char c) {
  constexpr std::string_view kNamed = "\t\n\f\r";
  if (const std::size_t at = kNamed.find(c); at != std::string_view::npos) return {'\\', "tnfr"[at]};
  if (c < ' ' || c == '\x7F') return fmt::format("\\x{:02X}", static_cast<unsigned>(c));
  if (c == '-' || kSyntax.find(c) != std::string_view::npos) return {'\\', c};
  return {c};
}

std::string InClass(char first, char last) {
  if (first == last) return InClass(first);
  return fmt::format("{}-{}", InClass(first), InClass(last));
}

std::string Inside(std::string_view pairs) {
  std::string text;
  for (std::size_t i = 0; i < pairs.size(); i += 2) text += InClass(pairs[i], pairs[i + 1]);
  return text;
}

/// All that is in none of the pairs, up to U+10FFFF.
std::string Outside(std::string_view pairs) {
  std::vector<std::pair<char, char>> sorted;
  for (std::size_t i = 0; i < pairs.size(); i += 2) sorted.emplace_back(pairs[i], pairs[i + 1]);
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  char next = '\0';
  for (const auto& [first, last] : sorted) {
    if (first > next) text += InClass(next, static_cast<char>(first - 1));
    if (last == '\x7F') return text + "\\u0080-\xf4\x8f\xbf\xbf";
    next = static_cast<char>(last + 1);
  }
  return text + InClass(next) + "-\xf4\x8f\xbf\xbf";
}

class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {}

  std::variant<std::string, EcmaGap> Run() {
    while (!rest_.empty() && !gap_) Next();
    if (gap_) return *gap_;
    return std::move(text_);
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
    if (inside.size() == rest.size() || inside.empty() || inside.front() == ',') return false;
    return inside.find_first_not_of("0123456789,") == std::string_view::npos;
  }

  void Group() {
    if (Take(":")) {
      text_ += "(?:";
    } else if (Take("P<") || Take("<")) {
      TakeUntil(">");  // Nobody asks for it, and dialects spell it differently.
      text_ += '(';
    } else {
      gap_ = kFlags;
    }
  }

  /// It has no length; only RE2 lets it be repeated.
  void Assertion(std::string_view text) {
    text_ += text;
    const bool repeated =
        !rest_.empty() && (std::string_view("*+?").find(rest_.front()) != std::string_view::npos ||
                           (rest_.front() == '{' && IsRepetition(rest_.substr(1))));
    if (repeated) gap_ = kRepeatedAssertions;
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
      case 'D': return NoClass(kDigits, in_brackets);
      case 'W': return NoClass(kWord, in_brackets);
      case 'S': return NoClass(kBlanks, in_brackets);
      case 'x': return Code();
      case 'p':
      case 'P': return Property(c);
      case 'Q':
        for (const char literal : TakeUntil("\\E")) Literal(literal);
        return;
      case 'C': gap_ = kBytes; return;
      default: break;
    }
    if (IsOctal(c)) return Octal(c);
    if (std::string_view("ftnrv").find(c) != std::string_view::npos ||
        kSyntax.find(c) != std::string_view::npos || (in_brackets && c == '-')) {
      text_ += {'\\', c};
    } else {
      text_ += c;
    }
  }

  /// In words that each dialect has: some count letters and digits of all scripts to `\w` and `\d`.
  void Class(std::string_view pairs, bool in_brackets) {
    text_ += in_brackets ? Inside(pairs) : fmt::format("[{}]", Inside(pairs));
  }
  void NoClass(std::string_view pairs, bool in_brackets) {
    text_ += in_brackets ? Outside(pairs) : fmt::format("[^{}]", Inside(pairs));
  }

  /// `\0`, `\123`: three digits at most, the first of which was taken.
  void Octal(char first) {
    auto point = static_cast<std::uint32_t>(first - '0');
    for (int i = 0; i < 2 && !rest_.empty() && IsOctal(rest_.front()); ++i)
      point = 8 * point + static_cast<std::uint32_t>(TakeOne() - '0');
    Point(point);
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
    Point(point);
  }

  void Point(std::uint32_t point) {
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
    while (!gap_ && !rest_.empty() && !Take("]")) InBrackets();
    text_ += ']';
  }

  void InBrackets() {
    if (Take("[:")) {
      const bool negated = Take("^");
      const std::string_view name = TakeUntil(":]");
      for (const auto& [known, pairs] : kClasses) {
        if (known == name) text_ += negated ? Outside(pairs) : Inside(pairs);
      }
    } else if (Take("\\")) {
      Escape(true);
    } else {
      Literal(TakeOne());
    }
  }

  std::string_view rest_;
  std::string text_;
  std::optional<EcmaGap> gap_;
};

}  // namespace

std::variant<std::string, EcmaGap> ToEcmaPattern(std::string_view pattern) {
  return Translation(pattern).Run();
}

}  // namespace meshc::codegen
