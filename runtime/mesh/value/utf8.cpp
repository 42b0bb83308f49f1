#include "mesh/value/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace mesh {
namespace {

/// Length of the well-formed sequence at the start of `text`, by the table of RFC 3629; 0: none.
std::size_t SequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const auto tail = [&](std::size_t index) { return index < text.size() && (byte(index) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return tail(1) ? 2 : 0;
  if (lead < 0xF0) {
    if (!tail(1) || !tail(2)) return 0;
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead > 0xF4 || !tail(1) || !tail(2) || !tail(3)) return 0;
  const bool overlong = lead == 0xF0 && byte(1) < 0x90;
  const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || too_large ? 0 : 4;
}

/// Length of the run of ASCII bytes at the start, in steps of eight.
std::size_t AsciiBlocks(std::string_view text) {
  std::size_t length = 0;
  while (length + 8 <= text.size()) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + length, sizeof block);
    if ((block & 0x8080808080808080U) != 0) break;
    length += 8;
  }
  return length;
}

struct Prefix {
  std::size_t bytes = 0;
  std::size_t code_points = 0;
};

/// The longest prefix that is UTF-8.
Prefix LongestPrefix(std::string_view text) {
  Prefix prefix;
  while (prefix.bytes < text.size()) {
    const std::size_t ascii = AsciiBlocks(text.substr(prefix.bytes));
    prefix.bytes += ascii;
    prefix.code_points += ascii;
    for (int i = 0; i < 8 && prefix.bytes < text.size(); ++i) {
      const std::size_t length = SequenceLength(text.substr(prefix.bytes));
      if (length == 0) return prefix;
      prefix.bytes += length;
      ++prefix.code_points;
    }
  }
  return prefix;
}

/// Of one whole sequence.
std::uint32_t CodePoint(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first;
  std::uint32_t code = first & (0xffU >> (sequence.size() + 1));
  for (const char next : sequence.substr(1)) code = code << 6U | (static_cast<unsigned char>(next) & 0x3fU);
  return code;
}

/// C0, DEL and C1; line and paragraph separators; marks that turn the direction of text.
bool IsControl(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::optional<std::size_t> CountCodePoints(std::string_view text) {
  const Prefix prefix = LongestPrefix(text);
  return prefix.bytes == text.size() ? std::optional(prefix.code_points) : std::nullopt;
}

std::size_t Utf8Prefix(std::string_view text) { return LongestPrefix(text).bytes; }

std::string ShowControls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(SequenceLength(text), 1);
    const std::string_view sequence = text.substr(0, length);
    const std::uint32_t code = CodePoint(sequence);
    if (!IsControl(code))
      shown += sequence;
    else if (code == '\n')
      shown += "\\n";
    else
      shown += fmt::format("\\u{{{:x}}}", code);
    text.remove_prefix(length);
  }
  return shown;
}

std::string MendUtf8(std::string text) {
  if (CountCodePoints(text)) return text;
  std::string mended;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = SequenceLength(rest);
    mended += length == 0 ? "\xEF\xBF\xBD" : rest.substr(0, length);
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  return mended;
}

}  // namespace mesh
