// Sixteen bytes of a text, compared all at once where the processor can.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mesh {

using ByteBlock = unsigned char __attribute__((vector_size(16)));
/// For each byte of a block, all bits are set or none.
using ByteMarks = signed char __attribute__((vector_size(16)));

/// The sixteen bytes from `bytes` on.
inline ByteBlock BlockAt(const char* bytes) {
  ByteBlock block;
  std::memcpy(&block, bytes, sizeof block);
  return block;
}

/// The bytes that a JSON string cannot hold as they are: control characters, quotes and backslashes.
inline ByteMarks MarkEscaped(const ByteBlock& block) {
  return (block < 0x20) | (block == '"') | (block == '\\');
}

inline bool HasMark(const ByteMarks& marks) {
  std::uint64_t words[2] = {};
  std::memcpy(words, &marks, sizeof words);
  return (words[0] | words[1]) != 0;
}

/// The place of the first marked byte; 16 if no byte is marked.
inline std::size_t FirstMark(const ByteMarks& marks) {
  std::uint64_t words[2] = {};
  std::memcpy(words, &marks, sizeof words);
  const auto bytes_before = [](std::uint64_t word) {
    const bool little = std::endian::native == std::endian::little;
    return static_cast<std::size_t>(little ? std::countr_zero(word) : std::countl_zero(word)) / 8;
  };
  return words[0] != 0 ? bytes_before(words[0]) : 8 + bytes_before(words[1]);
}

}  // namespace mesh
