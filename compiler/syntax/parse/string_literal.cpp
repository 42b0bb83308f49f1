#include "compiler/syntax/parse/string_literal.h"

#include <cstdint>

namespace meshc::syntax {
namespace {

constexpr std::string_view kRawQuotes = "\"\"\"";
constexpr std::string_view kQuote = "\"";

bool IsRaw(std::string_view literal) { return literal.size() >= 3 && literal.starts_with(kRawQuotes); }

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void AppendUtf8(std::string& out, std::uint32_t point) {
  const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xC0 | (point >> 6));
  } else if (point < 0x10000) {
    add(0xE0 | (point >> 12));
    add(0x80 | ((point >> 6) & 0x3F));
  } else {
    add(0xF0 | (point >> 18));
    add(0x80 | ((point >> 12) & 0x3F));
    add(0x80 | ((point >> 6) & 0x3F));
  }
  add(0x80 | (point & 0x3F));
}

bool IsScalarValue(std::uint32_t point) { return point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF); }

// `text` begins behind `\u`. Returns the length of `{...}`, 0 if it names no character.
std::size_t ReadCodePoint(std::string_view text, std::uint32_t& point) {
  point = 0;
  std::size_t end = 1;
  if (!text.starts_with('{')) return 0;
  while (end < text.size() && end <= 6 && HexDigit(text[end]) >= 0) {
    point = point * 16 + static_cast<std::uint32_t>(HexDigit(text[end]));
    ++end;
  }
  const bool closed = end > 1 && end < text.size() && text[end] == '}';
  return closed && IsScalarValue(point) ? end + 1 : 0;
}

// How far the text of a broken `\u` escape reaches, from behind the `u`.
std::size_t BadCodePointLength(std::string_view text) {
  if (!text.starts_with('{')) return 0;
  std::size_t end = 1;
  while (end < text.size() && HexDigit(text[end]) >= 0) ++end;
  return end < text.size() && text[end] == '}' ? end + 1 : end;
}

// The character of a one-letter escape, or -1.
int SimpleEscape(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case '0': return '\0';
    case '"': return '"';
    case '\\': return '\\';
    default: return -1;
  }
}

std::size_t CharacterLength(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0xC0) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

}  // namespace

std::string_view StripQuotes(std::string_view literal) {
  // The last ones are no quotes of Flow, which has been reported.
  for (const auto& [open, close] : {std::pair{kRawQuotes, kRawQuotes}, std::pair{kQuote, kQuote},
                                    std::pair<std::string_view, std::string_view>{"'", "'"},
                                    std::pair<std::string_view, std::string_view>{"`", "`"},
                                    std::pair<std::string_view, std::string_view>{"\u201C", "\u201D"}}) {
    if (!literal.starts_with(open)) continue;
    literal.remove_prefix(open.size());
    if (literal.ends_with(close)) literal.remove_suffix(close.size());
    break;
  }
  return literal;
}

bool HasEscapes(std::string_view literal) {
  return !IsRaw(literal) && literal.find('\\') != std::string_view::npos;
}

std::string ResolveEscapes(std::string_view literal, const OnBadEscape& on_bad_escape) {
  const std::string_view text = StripQuotes(literal);
  const std::size_t offset = literal.starts_with('"') ? 1 : 0;
  std::string value;
  value.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      value += text[i++];
      continue;
    }
    std::size_t length = 2;
    if (const int simple = SimpleEscape(text[i + 1]); simple >= 0) {
      value += static_cast<char>(simple);
    } else {
      std::uint32_t point = 0;
      const std::size_t braces = text[i + 1] == 'u' ? ReadCodePoint(text.substr(i + 2), point) : 0;
      if (braces > 0) {
        AppendUtf8(value, point);
        length += braces;
      } else {
        length = text[i + 1] == 'u' ? 2 + BadCodePointLength(text.substr(i + 2))
                                    : 1 + CharacterLength(text[i + 1]);
        on_bad_escape(offset + i, offset + i + length);
      }
    }
    i += length;
  }
  return value;
}

}  // namespace meshc::syntax
