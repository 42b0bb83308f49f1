#include "mesh/value/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace mesh {
namespace {

/// By the table of RFC 3629: how many bytes a sequence has that begins with `lead`; 0: none does.
std::size_t LengthByLead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/// Whether `second` may follow `lead`: not where the sequence would be overlong, a surrogate or too large.
bool MayFollow(unsigned char lead, unsigned char second) {
  const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  return second >= least && second <= most;
}

/// Length of the well-formed sequence at the start of `text`; 0: none.
std::size_t SequenceLength(std::string_view text) {
  const Utf8Sequence first = FirstSequence(text);
  return first.whole ? first.length : 0;
}

/// True if none of so many words at `bytes` holds a byte that is not ASCII.
template <std::size_t kWords>
bool AreAscii(const char* bytes) {
  std::uint64_t words[kWords] = {};
  std::memcpy(words, bytes, sizeof words);
  std::uint64_t all = 0;
  for (const std::uint64_t word : words) all |= word;
  return (all & 0x8080808080808080U) == 0;
}

/// Length of the run of ASCII bytes at the start, or a little less: most texts are nothing else.
std::size_t AsciiBlocks(std::string_view text) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::size_t length = 0;
  while (length + 4 * kWord <= text.size() && AreAscii<4>(text.data() + length)) length += 4 * kWord;
  while (length + kWord <= text.size() && AreAscii<1>(text.data() + length)) length += kWord;
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

Utf8Sequence FirstSequence(std::string_view text) {
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const std::size_t length = LengthByLead(byte(0));
  if (length == 0) return {1, false};
  if (length == 1) return {1, true};
  if (text.size() < 2 || !MayFollow(byte(0), byte(1))) return {1, false};
  std::size_t read = 2;
  while (read < length && read < text.size() && (byte(read) & 0xC0U) == 0x80U) ++read;
  return {read, read == length};
}

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
