#include "mesh/value/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mesh/value/base64.h"
#include "mesh/value/byte_block.h"
#include "mesh/value/float_text.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

/// Marks the bytes that do not stand for themselves.
ByteMarks Specials(const ByteBlock& block) {
  // Bytes beyond ASCII are below zero where they are signed.
  const auto bytes = reinterpret_cast<ByteMarks>(block);
  return (bytes < 0x20) | (bytes == '"') | (bytes == '\\');
}

/// How many bytes at the start stand for themselves; code points that are not ASCII count as none.
std::size_t PlainAscii(std::string_view text) {
  const char* const bytes = text.data();
  std::size_t length = 0;
  // Two at a time: most texts have few marks.
  while (length + 2 * sizeof(ByteBlock) <= text.size() &&
         !HasMark(Specials(BlockAt(bytes + length)) | Specials(BlockAt(bytes + length + sizeof(ByteBlock)))))
    length += 2 * sizeof(ByteBlock);
  for (; length + sizeof(ByteBlock) <= text.size(); length += sizeof(ByteBlock)) {
    const std::size_t first = FirstMark(Specials(BlockAt(bytes + length)));
    if (first < sizeof(ByteBlock)) return length + first;
  }
  if (length > 0) {
    // The last block is looked at once more, from its end.
    const std::size_t begin = text.size() - sizeof(ByteBlock);
    return begin + FirstMark(Specials(BlockAt(bytes + begin)));
  }
  // The zeros behind what is left do not stand for themselves.
  ByteBlock rest = {};
  std::memcpy(&rest, bytes, text.size());
  return FirstMark(Specials(rest));
}

/// How many bytes at the start are written as they are.
std::size_t PlainPrefix(std::string_view text) {
  std::size_t length = 0;
  while (true) {
    length += PlainAscii(text.substr(length));
    if (length == text.size() || static_cast<unsigned char>(text[length]) < 0x80) return length;
    const Utf8Sequence sequence = FirstSequence(text.substr(length));
    if (!sequence.whole) return length;
    length += sequence.length;
  }
}

/// The letter of `\n` and its like; 0: the character has none.
char ShortEscape(char character) {
  switch (character) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
  }
}

}  // namespace

void JsonWriter::Grow(std::size_t size) { text_.resize(std::max(2 * text_.size(), size_ + size)); }

JsonWriter& JsonWriter::Name(std::string_view name) {
  Separate();
  PutText(name);
  Put(':');
  after_value_ = false;
  return *this;
}

void JsonWriter::Int(std::int64_t value) {
  Separate();
  char* const to = Room(kLongestNumber);
  size_ += static_cast<std::size_t>(std::to_chars(to, to + kLongestNumber, value).ptr - to);
}

void JsonWriter::Count(std::uint64_t value) {
  Separate();
  char* const to = Room(kLongestNumber);
  size_ += static_cast<std::size_t>(std::to_chars(to, to + kLongestNumber, value).ptr - to);
}

void JsonWriter::Float(double value) {
  if (!std::isfinite(value)) return Null();
  Separate();
  char* const to = Room(kLongestNumber);
  size_ += static_cast<std::size_t>(WriteFloat(to, value) - to);
}

void JsonWriter::Quoted(std::string_view plain) {
  Separate();
  Put('"');
  Put(plain);
  Put('"');
}

void JsonWriter::Time(Timestamp time) { Quoted(PrintTimestamp(time)); }
void JsonWriter::Span(Duration span) { Quoted(PrintDuration(span)); }
void JsonWriter::Bytes(std::string_view raw) { Quoted(EncodeBase64(raw)); }

void JsonWriter::Text(std::string_view text) {
  Separate();
  PutText(text);
}

void JsonWriter::PutText(std::string_view text) {
  Put('"');
  for (;;) {
    const std::size_t plain = PlainPrefix(text);
    Put(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    text = PutEscape(text);
  }
  Put('"');
}

/// What is left of a text whose first character is not written as it is.
std::string_view JsonWriter::PutEscape(std::string_view text) {
  const char first = text.front();
  if (static_cast<unsigned char>(first) >= 0x80) {
    Put("\xEF\xBF\xBD");
    return text.substr(FirstSequence(text).length);
  }
  if (const char letter = ShortEscape(first); letter != 0) {
    char* const to = Room(2);
    to[0] = '\\';
    to[1] = letter;
    size_ += 2;
  } else {
    constexpr std::string_view kHex = "0123456789abcdef";
    Put("\\u00");
    Put(kHex[static_cast<unsigned char>(first) >> 4U]);
    Put(kHex[static_cast<unsigned char>(first) & 15U]);
  }
  return text.substr(1);
}

}  // namespace mesh
