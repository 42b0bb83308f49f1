#include "compiler/source/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "compiler/source/source_manager.h"

namespace meshc::source {
namespace {

/// One row per shape of a code point (Unicode, table 3-7): the bounds of its first two bytes.
struct Shape {
  unsigned char first_low, first_high;
  unsigned char second_low, second_high;
  std::uint32_t length;
};

constexpr std::array<Shape, 8> kShapes{{
    {0xC2, 0xDF, 0x80, 0xBF, 2},
    {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3},
    {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4},
    {0xF4, 0xF4, 0x80, 0x8F, 4},
}};

bool HasShape(const Shape& shape, std::string_view text) {
  if (text.size() < shape.length) return false;
  const auto second = static_cast<unsigned char>(text[1]);
  if (second < shape.second_low || second > shape.second_high) return false;
  return std::all_of(text.begin() + 2, text.begin() + shape.length, IsContinuation);
}

/// Where the run of ASCII ends that begins at `at`. Most of a text is ASCII, and needs no look at shapes.
std::size_t EndOfAscii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;
  std::uint64_t eight = 0;
  for (; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

std::uint32_t CodePointLength(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return 1;
  for (const Shape& shape : kShapes) {
    if (first < shape.first_low || first > shape.first_high) continue;
    return HasShape(shape, text) ? shape.length : 0;
  }
  return 0;
}

std::uint32_t CountCodePoints(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return !IsContinuation(byte); }));
}

std::optional<std::uint32_t> FindInvalidUtf8(std::string_view text) {
  for (std::size_t at = EndOfAscii(text, 0); at < text.size(); at = EndOfAscii(text, at)) {
    const std::uint32_t length = CodePointLength(text.substr(at));
    if (length == 0) return static_cast<std::uint32_t>(at);
    at += length;
  }
  return std::nullopt;
}

}  // namespace meshc::source
