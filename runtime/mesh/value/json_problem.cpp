#include "mesh/value/json_problem.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mesh/value/json.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

/// Names of members that are compared one by one; more are sorted.
constexpr std::size_t kFewNames = 16;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// A text is scanned once, without recursion and without building anything but the names of open objects.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// False: `where` and `message` say what is wrong.
  bool Scan() {
    do {
      if (!ScanValue()) return false;
    } while (!open_.empty());
    SkipBlanks();
    return at_ == text_.size() || Fail("nothing may follow the value");
  }

  std::size_t where() const { return at_; }
  const std::string& message() const { return message_; }

 private:
  /// An object or array whose end has not come.
  struct Open {
    bool object = false;
    std::size_t first_name = 0;  ///< Its names stand in `names_` from there on.
  };
  struct Name {
    std::string text;
    std::size_t where = 0;
  };

  bool Fail(std::string message) {
    message_ = std::move(message);
    return false;
  }
  bool FailAt(std::size_t where, std::string message) {
    at_ = where;
    return Fail(std::move(message));
  }

  bool More() const { return at_ < text_.size(); }
  bool Next(char c) { return More() && text_[at_] == c && ++at_ > 0; }
  void SkipBlanks() {
    while (More() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }

  /// One value, or the beginning of one that holds others; then whatever ends with it.
  bool ScanValue() {
    SkipBlanks();
    if (!More()) return Fail("the text ends where a value is expected");
    const char c = text_[at_];
    if (c == '{' || c == '[') return ScanOpening(c == '{');
    const bool scanned = c == '"' ? ScanString(nullptr) : c == '-' || IsDigit(c) ? ScanNumber() : ScanWord();
    return scanned && ScanEnds();
  }

  bool ScanOpening(bool object) {
    if (open_.size() == static_cast<std::size_t>(kMaxJsonDepth))
      return Fail(fmt::format("JSON is nested deeper than {} levels", kMaxJsonDepth));
    ++at_;
    open_.push_back({object, names_.size()});
    SkipBlanks();
    if (Next(object ? '}' : ']')) return Close() && ScanEnds();
    return !object || ScanName();
  }

  /// After a value: the ends of what it is the last of, and the comma before the next one.
  bool ScanEnds() {
    while (!open_.empty()) {
      const bool object = open_.back().object;
      SkipBlanks();
      if (Next(',')) return !object || ScanName();
      if (!Next(object ? '}' : ']')) {
        if (!More()) return Fail(object ? "the text ends within an object" : "the text ends within an array");
        return Fail(object ? "a comma or } is expected" : "a comma or ] is expected");
      }
      if (!Close()) return false;
    }
    return true;
  }

  bool ScanName() {
    SkipBlanks();
    Name name{{}, at_};
    if (!More()) return Fail("the text ends where a member's name is expected");
    if (text_[at_] != '"') return Fail("a member's name in double quotes is expected");
    if (!ScanString(&name.text)) return false;
    names_.push_back(std::move(name));
    SkipBlanks();
    return Next(':') || Fail("a colon is expected");
  }

  bool Close() {
    const Open closed = open_.back();
    open_.pop_back();
    const auto first = names_.begin() + static_cast<std::ptrdiff_t>(closed.first_name);
    const std::size_t doubled = FindDoubled(first, names_.end());
    names_.erase(first, names_.end());
    return doubled == kNowhere || FailAt(doubled, "this name stands in its object before");
  }

  using NameAt = std::vector<Name>::iterator;
  static std::size_t FindDoubled(NameAt first, NameAt last) {
    if (static_cast<std::size_t>(last - first) <= kFewNames) {
      for (NameAt later = first; later != last; ++later) {
        const auto same = [&](const Name& earlier) { return earlier.text == later->text; };
        if (std::any_of(first, later, same)) return later->where;
      }
      return kNowhere;
    }
    std::sort(first, last, [](const Name& a, const Name& b) {
      return std::pair(std::string_view(a.text), a.where) < std::pair(std::string_view(b.text), b.where);
    });
    std::size_t doubled = kNowhere;
    for (NameAt at = first; at + 1 < last; ++at) {
      if (at->text == (at + 1)->text) doubled = std::min(doubled, (at + 1)->where);
    }
    return doubled;
  }

  /// `text`, if not null, gets what the string says.
  bool ScanString(std::string* text) {
    const std::size_t begin = at_++;
    while (More() && text_[at_] != '"') {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20) return Fail("a control character in a string must be written as an escape");
      const std::size_t from = at_;
      std::uint32_t code_point = 0;
      if (c == '\\') {
        if (!ScanEscape(code_point)) return false;
        if (text != nullptr) AppendUtf8(code_point, *text);
        continue;
      }
      ++at_;
      if (text != nullptr) text->append(text_.substr(from, 1));
    }
    return Next('"') || FailAt(begin, "this string has no end");
  }

  bool ScanEscape(std::uint32_t& code_point) {
    static constexpr std::string_view kEscapes = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t begin = at_++;
    if (!More()) return FailAt(begin, "this escape has no end");
    if (text_[at_] == 'u') return ScanCodePoint(begin, code_point);
    const std::size_t which = kEscapes.find(text_[at_]);
    if (which == std::string_view::npos) return FailAt(begin, "JSON knows no such escape");
    code_point = static_cast<unsigned char>(kMeanings[which]);
    ++at_;
    return true;
  }

  bool ScanCodePoint(std::size_t begin, std::uint32_t& code_point) {
    if (!ScanHex(begin, code_point)) return false;
    if (code_point < 0xD800 || code_point > 0xDFFF) return true;
    std::uint32_t low = 0;
    const bool pair = code_point < 0xDC00 && Next('\\') && More() && text_[at_] == 'u' &&
                      ScanHex(at_ - 1, low) && low >= 0xDC00 && low <= 0xDFFF;
    if (!pair) return FailAt(begin, "this escape is half of a surrogate pair");
    code_point = 0x10000 + ((code_point - 0xD800) << 10U) + (low - 0xDC00);
    return true;
  }

  /// From the `u` on.
  bool ScanHex(std::size_t begin, std::uint32_t& value) {
    const std::string_view digits = text_.substr(at_ + 1, 4);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool read = digits.size() == 4 && error == std::errc{} && end == digits.data() + digits.size();
    if (!read) return FailAt(begin, "\\u takes four hexadecimal digits");
    at_ += 5;
    return true;
  }

  static void AppendUtf8(std::uint32_t c, std::string& text) {
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) return add(c);
    if (c < 0x800) {
      add(0xC0 | (c >> 6U));
    } else if (c < 0x10000) {
      add(0xE0 | (c >> 12U));
      add(0x80 | ((c >> 6U) & 0x3F));
    } else {
      add(0xF0 | (c >> 18U));
      add(0x80 | ((c >> 12U) & 0x3F));
      add(0x80 | ((c >> 6U) & 0x3F));
    }
    add(0x80 | (c & 0x3F));
  }

  bool ScanDigits() {
    const std::size_t begin = at_;
    while (More() && IsDigit(text_[at_])) ++at_;
    return at_ > begin;
  }

  bool ScanNumber() {
    const std::size_t begin = at_;
    Next('-');
    if (!Next('0') && !ScanDigits()) return FailAt(begin, "a minus sign is no number");
    if (More() && IsDigit(text_[at_])) return FailAt(begin, "a number does not begin with a zero");
    bool whole = true;
    if (Next('.')) {
      whole = false;
      if (!ScanDigits()) return FailAt(begin, "digits are expected after the point of this number");
    }
    if (More() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      whole = false;
      ++at_;
      if (!Next('+')) Next('-');
      if (!ScanDigits()) return FailAt(begin, "digits are expected in the exponent of this number");
    }
    return FitsFloat(begin, whole) || FailAt(begin, "this number is too large");
  }

  bool FitsFloat(std::size_t begin, bool whole) const {
    // The largest float has 309 digits.
    if (whole && at_ - begin < 300) return true;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    double value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    // What is too small counts as zero.
    return result.ec == std::errc{} || !IsLarge(digits);
  }

  /// True if a number that is far from 1 is above it.
  static bool IsLarge(std::string_view digits) {
    const std::size_t exponent_at = std::min(digits.find_first_of("eE"), digits.size());
    const std::string_view mantissa = digits.substr(0, exponent_at);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) return false;
    std::string_view exponent = digits.substr(std::min(exponent_at + 1, digits.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t power = 0;
    const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
    if (read.ec == std::errc::result_out_of_range) return !exponent.starts_with('-');
    return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + power > 0;
  }

  bool ScanWord() {
    for (const std::string_view word : {"true", "false", "null"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return true;
    }
    return Fail("a value is expected");
  }

  static constexpr std::size_t kNowhere = std::string_view::npos;

  const std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<Name> names_;
  std::string message_;
};

JsonProblem ProblemAt(std::string_view text, std::size_t where, std::string message) {
  const std::string_view before = text.substr(0, where);
  const std::size_t line_begin = before.rfind('\n') + 1;
  const std::string_view line = before.substr(line_begin);
  return {.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
          .column = 1 + CountCodePoints(line).value_or(line.size()),
          .message = std::move(message)};
}

}  // namespace

std::string JsonProblem::Describe(std::size_t first_line) const {
  return fmt::format("line {}, column {}: {}", first_line + line - 1, column, message);
}

std::optional<JsonProblem> FindJsonProblem(std::string_view text) {
  Scanner scanner(text);
  const std::size_t utf8 = Utf8Prefix(text);
  if (!scanner.Scan() && scanner.where() <= utf8) return ProblemAt(text, scanner.where(), scanner.message());
  if (utf8 == text.size()) return std::nullopt;
  return ProblemAt(text, utf8, "this is not UTF-8");
}

}  // namespace mesh
