#include "mesh/value/json_string.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace mesh {
namespace {

/// Four hexadecimal digits.
std::optional<std::uint32_t> ReadUnit(const char* at) {
  std::uint32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char digit = at[i];
    unit <<= 4U;
    if (digit >= '0' && digit <= '9') {
      unit += static_cast<std::uint32_t>(digit - '0');
    } else if ((digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F')) {
      unit += static_cast<std::uint32_t>((digit | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;  // So is the zero behind the text.
    }
  }
  return unit;
}

char* WriteUtf8(std::uint32_t code_point, char* out) {
  const auto put = [&out](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
    return out;
  }
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6U);
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12U);
    put(0x80 | (code_point >> 6U & 0x3FU));
  } else {
    put(0xF0 | code_point >> 18U);
    put(0x80 | (code_point >> 12U & 0x3FU));
    put(0x80 | (code_point >> 6U & 0x3FU));
  }
  put(0x80 | (code_point & 0x3FU));
  return out;
}

/// From behind `\u`; null: it stands for no code point.
const char* ReadCodePoint(const char* at, char*& out) {
  const auto first = ReadUnit(at);
  if (!first) return nullptr;
  at += 4;
  std::uint32_t code_point = *first;
  if (code_point >= 0xD800 && code_point <= 0xDFFF) {
    if (code_point >= 0xDC00 || at[0] != '\\' || at[1] != 'u') return nullptr;
    const auto second = ReadUnit(at + 2);
    if (!second || *second < 0xDC00 || *second > 0xDFFF) return nullptr;
    at += 6;
    code_point = 0x10000 + ((code_point - 0xD800) << 10U) + (*second - 0xDC00);
  }
  out = WriteUtf8(code_point, out);
  return at;
}

/// From behind the backslash; null: there is no such escape.
const char* ReadEscape(const char* at, char*& out) {
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (*at == 'u') return ReadCodePoint(at + 1, out);
  const std::size_t which = kEscapes.find(*at);
  if (which == std::string_view::npos) return nullptr;
  *out++ = kMeanings[which];
  return at + 1;
}

}  // namespace

const char* UnescapeString(const char* at, char*& out) {
  while (at != nullptr) {
    const char* const end = FindPlainEnd(at);
    const auto plain = static_cast<std::size_t>(end - at);
    std::memcpy(out, at, plain);
    out += plain;
    if (*end == '"') return end + 1;
    if (*end != '\\') return nullptr;
    at = ReadEscape(end + 1, out);
  }
  return nullptr;
}

}  // namespace mesh
